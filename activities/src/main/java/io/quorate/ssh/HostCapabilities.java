package io.quorate.ssh;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Capabilities that a host reports about itself, for {@code quorate check}.
 *
 * @param user who carries out scripts there: the login user, or root through sudo
 * @param root whether that user is root
 * @param machineId of {@code /etc/machine-id}; two hosts with one id are clones or one host
 * @param systemd its version, where systemd is the first process
 * @param endsAtLogout the user whose login scripts run in, where logind ends what they start once
 *     the connection ends
 * @param missingTools commands that the scripts need and that are not there
 */
public record HostCapabilities(
    String user,
    boolean root,
    Optional<String> machineId,
    Optional<Integer> systemd,
    Optional<String> endsAtLogout,
    List<String> missingTools) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  static final Script SCRIPT =
      new Script("capabilities", Script.part("logout") + script("capabilities").text());

  /** Keeps a copy of the list. */
  public HostCapabilities {
    missingTools = List.copyOf(missingTools);
  }

  static HostCapabilities of(String host, Shell shell) {
    var ended = shell.run(SCRIPT, List.of(), Shell.Reply.NONE, LIMIT);
    if (ended.exit() != 0) {
      throw new Failure.Transient("%s did not say what it is: %s".formatted(host, ended));
    }
    Facts facts = Facts.of(host, ended.output());
    return new HostCapabilities(
        facts.told("user").orElse("unknown"),
        facts.told("uid").filter("0"::equals).isPresent(),
        facts.told("machine"),
        facts.number("systemd").map(Long::intValue),
        facts.told("ends-at-logout"),
        facts.told("missing").map(all -> Arrays.asList(all.split(" "))).orElse(List.of()));
  }

  /** The script beside this class with this name. */
  static Script script(String name) {
    return new Script(name, Script.part(HostCapabilities.class, name));
  }
}
