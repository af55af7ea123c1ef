package io.quorate.playground.operated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Machines;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.operation.FollowUpNames;
import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.wire.Json;
import io.quorate.wire.ShowJson;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cluster {@code payments}, operated from the command line alone, as people do it. What is not
 * as it has to be is an {@link IllegalStateException} with what the product said.
 *
 * @param quorate the product
 * @param limit of what is waited for; an operation gets several of it
 */
public record Operated(ChildJvm quorate, Duration limit) {
  /** The key of the cluster. */
  public static final String CLUSTER = "payments";

  /** The exit code of a verb that reached nobody. */
  private static final int UNREACHABLE = 5;

  /** A verb takes a second of the two cores that the servers have too. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String NEXT =
      """
      next:
        host: {ssh: {address: %1$s}}
        peerUrl: "http://%1$s:2380"
        clientUrl: "http://%1$s:2379"
        dataDirectory: /var/lib/etcd/h%2$d
        environmentFile: /etc/etcd/h%2$d.env
        service: {systemd: etcd.service}
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A question to a program that may not be there yet. */
  @FunctionalInterface
  public interface Asked<T> {
    T answer() throws IOException, InterruptedException;
  }

  /** Asks once a second, until the answer is yes or the limit is spent. */
  public void until(String what, Asked<Boolean> asked) throws InterruptedException {
    Await.until(
        what,
        limit,
        PAUSE,
        () -> {
          try {
            return asked.answer();
          } catch (IOException failed) {
            throw new IllegalStateException(failed.getMessage(), failed);
          }
        });
  }

  /**
   * Runs {@code quorate init} against a member of the machines; returns how it ended.
   *
   * @param login the options that say who logs in
   */
  public Ended init(Machines machines, Path knownHosts, String... login)
      throws IOException, InterruptedException {
    List<String> reached =
        List.of(
            "init",
            CLUSTER,
            "--endpoints",
            "http://%s:2379".formatted(machines.address(2)),
            "--identity-file",
            machines.identity().toString(),
            "--known-hosts",
            knownHosts.toString());
    return quorate.run(words(reached, login, List.of()));
  }

  /** Lets the product write its configuration in this folder, and says who approves. */
  public void adopt(Machines machines, Path folder, String... login)
      throws IOException, InterruptedException {
    // A file of its own: the lab goes on reaching a machine that shows another key.
    Path known = folder.resolve("known_hosts");
    Files.copy(machines.knownHosts(), known, StandardCopyOption.REPLACE_EXISTING);
    init(machines, known, login).good();
    Path file = folder.resolve("quorate.yml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("CHANGE-ME-1", "dana")
            .replace("CHANGE-ME-2", "robin")
            .replace("CHANGE-ME-3", "kim")
            .replace("/var/lib/quorate/snapshots", folder.resolve("snapshots").toString()));
  }

  /** Returns the part of the configuration that names these releases in {@code /opt/etcd}. */
  public static String releases(List<ToolFolder> etcd) {
    return etcd.stream()
        .map(one -> one.tool().version())
        .map("    - {version: %1$s, directory: /opt/etcd/%1$s}\n"::formatted)
        .collect(Collectors.joining("", "etcd:\n  releases:\n", ""));
  }

  /**
   * Prepares a machine for the member of another machine, and adds the machine to the configuration
   * as the next place of that member.
   *
   * @param member the number of the member, and of its machine
   */
  public void nextPlace(Machines machines, int member, int machine)
      throws IOException, InterruptedException {
    machines.setUp(machine, "h" + member, member);
    String client = "clientUrl: \"http://%s:2379\"\n".formatted(machines.address(member));
    String text = Files.readString(quorate.configuration());
    if (!text.contains(client)) {
      throw new IllegalStateException("no " + client + " in " + text);
    }
    String next = NEXT.formatted(machines.address(machine), member).indent(8);
    Files.writeString(quorate.configuration(), text.replace(client, client + next));
  }

  /** Starts the product, whose log goes on in this folder. */
  public Process serving(Path folder) throws IOException, InterruptedException {
    return answering(folder, "serve");
  }

  /** Starts the gateway alone, and waits until it answers. */
  public Process gateway(Path folder) throws IOException, InterruptedException {
    return answering(folder, "gateway");
  }

  private Process answering(Path folder, String verb) throws IOException, InterruptedException {
    Process process = quorate.start(folder.resolve(verb + ".log"), verb);
    until("the gateway to answer", () -> quorate.run("operations", "-o", "json").exitCode() == 0);
    return process;
  }

  /** Starts a runbook and waits for its question; returns the operation. */
  public String asked(String runbook, String... options) throws IOException, InterruptedException {
    String operation = started(runbook, options);
    comesTo("waiting-for-approval", operation, now -> {});
    return operation;
  }

  /** Starts a runbook; returns the operation. */
  public String started(String runbook, String... options)
      throws IOException, InterruptedException {
    String[] start = words(List.of("start", runbook, CLUSTER), options, List.of("-o", "json"));
    return JSON.readTree(answered(start).good().out()).path("operation").asText();
  }

  /**
   * Runs a verb until a worker answers. A new worker needs a moment. Before that moment the verb
   * reaches nobody and changes nothing.
   */
  private Ended answered(String... verb) throws IOException, InterruptedException {
    Ended[] last = {quorate.run(verb)};
    until(
        "the worker to answer",
        () -> {
          boolean answered = last[0].exitCode() != UNREACHABLE;
          if (!answered) {
            last[0] = quorate.run(verb);
          }
          return answered;
        });
    return last[0];
  }

  /** Starts a runbook, approves its plan, and waits for the end; returns the operation. */
  public String done(String runbook, String... options) throws IOException, InterruptedException {
    String operation = asked(runbook, options);
    approve(operation, "--as", "dana");
    ends(operation);
    return operation;
  }

  /** Says yes to what is asked, with these options of the verb. */
  public void approve(String operation, String... by) throws IOException, InterruptedException {
    String digest = operation(operation).openApproval().orElseThrow().digest();
    quorate.run(words(List.of("approve", operation, "--digest", digest), by, List.of())).good();
  }

  /**
   * Waits until the operation is completed. Where another operation follows by itself, waits for
   * its end too.
   */
  public void ends(String operation) throws IOException, InterruptedException {
    comesTo("completed", operation, now -> {});
    if (operation(operation).because().contains(FollowUpNames.FOLLOWS)) {
      String after = FollowUpNames.requester(operation);
      until(
          "what follows " + operation + " to end",
          () -> {
            ShowJson last = operation(CLUSTER);
            return last.requestedBy().equals(after) && last.hasEnded();
          });
    }
  }

  /**
   * Follows the operation until it comes to this state.
   *
   * @param each hears of the operation whenever something in it changed
   * @throws IllegalStateException when it ends in another way
   */
  void comesTo(String state, String operation, Consumer<ShowJson> each)
      throws IOException, InterruptedException {
    List<ShowJson> seen = new ArrayList<>();
    answered("show", operation);
    Optional<Ended> ended =
        quorate.until(
            limit.multipliedBy(3),
            line -> {
              ShowJson now = understood(line);
              seen.add(now);
              each.accept(now);
              return now.hasParked() || now.hasEnded() || now.state().equals(state);
            },
            "show",
            operation,
            "--watch",
            "-o",
            "json");
    if (ended.isPresent()) {
      throw new IllegalStateException(operation + " was not shown: " + ended.get().said());
    }
    ShowJson now = seen.getLast();
    if (!now.state().equals(state)) {
      throw new IllegalStateException(
          operation + " is " + now.state() + ": " + now.because() + show(operation));
    }
  }

  private String show(String operation) throws IOException, InterruptedException {
    return "\n" + quorate.run("show", operation).out();
  }

  /** Returns the operation as it is shown. */
  public ShowJson operation(String operation) throws IOException, InterruptedException {
    return understood(answered("show", operation, "-o", "json").good().out());
  }

  private static ShowJson understood(String text) {
    return Json.read(text, ShowJson.class)
        .orElseThrow(() -> new IllegalStateException("not understood: " + text));
  }

  /** Returns the status of the cluster in JSON. */
  public String status() throws IOException, InterruptedException {
    return quorate.run("status", CLUSTER, "-o", "json").out();
  }

  /** Returns the name of what is wrong with the cluster. */
  public String diagnosis() throws IOException, InterruptedException {
    JsonNode status = JSON.readTree(status());
    return status.path("diagnosis").path("name").asText();
  }

  private static String[] words(List<String> first, String[] more, List<String> last) {
    return Stream.of(first, List.of(more), last).flatMap(List::stream).toArray(String[]::new);
  }

  /**
   * Starts a Temporal server beside the product.
   *
   * @param within the command that runs where the product does
   */
  public static Process temporal(
      Function<List<String>, Command> within, ToolFolder temporal, Path folder) throws IOException {
    List<String> words =
        within
            .apply(
                List.of(
                    temporal.program("temporal").toString(),
                    "server",
                    "start-dev",
                    "--headless",
                    "--ip",
                    "127.0.0.1",
                    "--port",
                    "7233",
                    "--log-level",
                    "error"))
            .words();
    var builder =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("temporal.log").toFile());
    builder.environment().putAll(Map.of("HOME", folder.toString()));
    return builder.start();
  }
}
