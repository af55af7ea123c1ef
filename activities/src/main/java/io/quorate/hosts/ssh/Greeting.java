package io.quorate.hosts.ssh;

import io.quorate.hosts.Script;
import io.quorate.hosts.Shell;
import io.quorate.port.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a host says of itself, for {@code quorate check}.
 *
 * @param user who carries out scripts there: the login user, or root through sudo
 * @param root whether that user is root
 * @param machineId of {@code /etc/machine-id}; two hosts with one id are clones or one host
 * @param systemd its version, where systemd is the first process
 * @param endsAtLogout the user whose login scripts run in, where logind ends what they start once
 *     the connection ends
 * @param missingTools commands that the scripts need and that are not there
 */
public record Greeting(
    String user,
    boolean root,
    Optional<String> machineId,
    Optional<Integer> systemd,
    Optional<String> endsAtLogout,
    List<String> missingTools) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  static final Script SCRIPT =
      new Script("greeting", script("/io/quorate/hosts/logout").text() + script("greeting").text());

  /** Keeps a copy of the list. */
  public Greeting {
    missingTools = List.copyOf(missingTools);
  }

  static Greeting of(SshHost host) {
    var ended = host.shell().run(SCRIPT, List.of(), Shell.Reply.NONE, LIMIT);
    if (ended.exit() != 0) {
      throw new Failure.Transient(
          "%s did not say what it is: exit %d %s"
              .formatted(host.name(), ended.exit(), ended.errors()));
    }
    List<String> lines = ended.output().lines().toList();
    return new Greeting(
        fact(lines, "user").orElse("unknown"),
        fact(lines, "uid").filter("0"::equals).isPresent(),
        fact(lines, "machine"),
        number(fact(lines, "systemd")).map(Long::intValue),
        fact(lines, "ends-at-logout"),
        fact(lines, "missing").map(all -> Arrays.asList(all.split(" "))).orElse(List.of()));
  }

  /** A script beside this class, or at a path that begins with a slash. */
  static Script script(String name) {
    try (var stream = Greeting.class.getResourceAsStream(name + ".sh")) {
      if (stream == null) {
        throw new Failure.Fault("the script " + name + " is missing in this build of Quorate");
      }
      return new Script(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the script " + name + " of this build is unreadable", e);
    }
  }

  static Optional<String> fact(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .filter(value -> !value.isBlank())
        .findFirst();
  }

  private static Optional<Long> number(Optional<String> text) {
    return text.filter(each -> each.matches("\\d{1,18}")).map(Long::valueOf);
  }
}
