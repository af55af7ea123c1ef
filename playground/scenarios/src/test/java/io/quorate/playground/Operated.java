package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Machines;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.wire.Json;
import io.quorate.wire.ShowJson;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cluster {@code payments}, operated from the command line alone, as people do it.
 *
 * @param quorate the product
 * @param limit of what is waited for; an operation gets several of it
 */
record Operated(ChildJvm quorate, Duration limit) {
  /** The exit code of a verb that reached nobody. */
  private static final int UNREACHABLE = 5;

  /** A verb takes a second of the two cores that the servers have too. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A question to a program that may not be there yet. */
  interface Asked<T> {
    T answer() throws IOException, InterruptedException;
  }

  void until(String what, Asked<Boolean> asked) throws InterruptedException {
    within(1, what, asked);
  }

  private void within(int times, String what, Asked<Boolean> asked) throws InterruptedException {
    Await.until(
        what,
        limit.multipliedBy(times),
        PAUSE,
        () -> {
          try {
            return asked.answer();
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
  }

  /** Runs {@code quorate init} against a member of the machines; returns how it ended. */
  ChildJvm.Ended init(Machines machines, String... login) throws IOException, InterruptedException {
    List<String> reached =
        List.of(
            "init",
            "payments",
            "--endpoints",
            "http://%s:2379".formatted(machines.address(2)),
            "--identity-file",
            machines.identity().toString(),
            "--known-hosts",
            machines.knownHosts().toString());
    return quorate.run(words(reached, login, List.of()));
  }

  /** Lets the product write its configuration in this folder, and says who approves. */
  void adopt(Machines machines, Path folder, String... login)
      throws IOException, InterruptedException {
    ChildJvm.Ended init = init(machines, login);
    assertThat(init.exitCode()).as(init.out() + init.err()).isZero();
    Path file = folder.resolve("quorate.yml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("CHANGE-ME-1", "dana")
            .replace("CHANGE-ME-2", "robin")
            .replace("/var/lib/quorate/snapshots", folder.resolve("snapshots").toString()));
  }

  /** Starts the product, whose log goes on in this folder. */
  Process serving(Path folder) throws IOException, InterruptedException {
    Process process = quorate.start(folder.resolve("serve.log"), "serve");
    until("the gateway to answer", () -> quorate.run("operations", "-o", "json").exitCode() == 0);
    return process;
  }

  /** Starts a runbook and waits for its question. */
  String asked(String runbook, String... options) throws IOException, InterruptedException {
    String operation = started(runbook, options);
    // What is left of a lost majority is salvaged and tried out before.
    within(2, "the question of " + runbook, () -> goesOnTo("waiting-for-approval", operation));
    return operation;
  }

  /** Starts a runbook. */
  String started(String runbook, String... options) throws IOException, InterruptedException {
    String[] start = words(List.of("start", runbook, "payments"), options, List.of("-o", "json"));
    // A worker that has just come needs a moment; until then it is said that nothing was started.
    var started = new AtomicReference<ChildJvm.Ended>();
    until(
        "the worker to answer",
        () -> {
          started.set(quorate.run(start));
          return started.get().exitCode() != UNREACHABLE;
        });
    assertThat(started.get().exitCode()).as("%s", started.get()).isZero();
    return JSON.readTree(started.get().out()).path("operation").asText();
  }

  /** Says yes to what is asked, with these options of the verb. */
  void approve(String operation, String... by) throws IOException, InterruptedException {
    String digest = shown(operation).findValue("digest").asText();
    var approved =
        quorate.run(words(List.of("approve", operation, "--digest", digest), by, List.of()));
    assertThat(approved.exitCode()).as(approved.err()).isZero();
  }

  void ends(String operation) throws InterruptedException {
    within(3, operation + " to be completed", () -> goesOnTo("completed", operation));
  }

  private boolean goesOnTo(String wanted, String operation)
      throws IOException, InterruptedException {
    String state = shown(operation).path("state").asText();
    if (state.contains("parked") || state.equals("refused") || state.equals("failed")) {
      throw new AssertionError(operation + " is " + state + quorate.run("show", operation).out());
    }
    return state.equals(wanted);
  }

  private JsonNode shown(String operation) throws IOException, InterruptedException {
    return JSON.readTree(quorate.run("show", operation, "-o", "json").out());
  }

  /** The operation as it is shown. */
  ShowJson operation(String operation) throws IOException, InterruptedException {
    return Json.read(quorate.run("show", operation, "-o", "json").out(), ShowJson.class)
        .orElseThrow();
  }

  /** The status of the cluster in JSON. */
  String status() throws IOException, InterruptedException {
    return quorate.run("status", "payments", "-o", "json").out();
  }

  String diagnosis() throws IOException, InterruptedException {
    return JSON.readTree(status()).path("diagnosis").path("name").asText();
  }

  private static String[] words(List<String> first, String[] more, List<String> last) {
    return Stream.of(first, List.of(more), last).flatMap(List::stream).toArray(String[]::new);
  }

  /** A Temporal server beside the product. */
  static Process temporal(Function<List<String>, Command> within, ToolFolder temporal, Path folder)
      throws IOException {
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
