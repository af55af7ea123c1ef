package io.quorate.hosts;

import io.quorate.port.Adoption;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.supervisor.FlaggedUnit;
import io.quorate.supervisor.SettingsYaml;
import io.quorate.supervisor.UnitCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * An etcd that runs on a machine, as its arguments, its environment and its unit state it.
 *
 * @param pid its process
 * @param user whose process it is
 * @param name empty where it states none
 * @param dataDirectory empty where it states none
 * @param peerUrl the first URL that it advertises to its peers
 * @param clientUrl the first URL that it advertises to clients
 * @param unit the service unit whose main process it is
 * @param manifest the manifest of the static pod that it is
 * @param environmentFile the last file that the unit reads
 * @param binary what the unit starts, else what runs
 * @param authority the file with the CA that it trusts for clients
 * @param settingsFile the YAML file of {@code --config-file}; etcd then reads no flag and no
 *     variable
 * @param adoption the files with which a unit that states flags can be operated; empty where none
 *     are needed
 */
public record RunningEtcd(
    String pid,
    Optional<String> user,
    Optional<String> name,
    Optional<String> dataDirectory,
    Optional<String> peerUrl,
    Optional<String> clientUrl,
    Optional<String> unit,
    Optional<String> manifest,
    Optional<String> environmentFile,
    Optional<String> binary,
    Optional<String> authority,
    Optional<String> settingsFile,
    Optional<Adoption> adoption) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Script SEARCH =
      new Script("search", Script.part("owner") + Script.part(RunningEtcd.class, "search"));

  /**
   * All that run on the host, in the order of their processes.
   *
   * @throws Failure where the host cannot be reached, or not be looked at
   */
  public static List<RunningEtcd> on(Host host) {
    var ended = host.shell().run(SEARCH, List.of(), Shell.Reply.NONE, LIMIT);
    if (ended.exit() != 0) {
      throw new Failure.Transient(
          "%s could not be searched for etcd: %s".formatted(host.name(), ended));
    }
    return of(host.name(), ended.output());
  }

  /** Parses what the script prints: each begins with a line {@code etcd=PID}. */
  static List<RunningEtcd> of(String host, String output) {
    return Facts.of(host, output).from("etcd").stream().map(RunningEtcd::of).toList();
  }

  private static RunningEtcd of(Facts facts) {
    Optional<String> unit = facts.told("unit");
    Optional<String> environmentFile =
        facts.all("environment").stream()
            .filter(file -> !file.matches(".*[*?\\[].*"))
            .reduce((before, after) -> after);
    Optional<String> program =
        facts.told("unit-command").map(command -> UnitCommand.of(command).program());
    Optional<String> settingsFile = facts.told("settings-file");
    Optional<Adoption> adoption =
        unit.flatMap(
            found ->
                settings(facts, settingsFile)
                    .flatMap(
                        settings ->
                            new FlaggedUnit(found, program.orElse(""), settings, settingsFile)
                                .adoption(facts.told("name"), environmentFile.isPresent())));
    return new RunningEtcd(
        facts.first("etcd").orElse(""),
        facts.told("user"),
        facts.told("name"),
        facts.told("data"),
        facts.told("peer").map(RunningEtcd::first),
        facts.told("client").map(RunningEtcd::first),
        unit,
        facts.told("manifest"),
        adoption.map(Adoption::environmentFile).or(() -> environmentFile),
        program.or(() -> facts.told("binary")),
        facts.told("ca"),
        settingsFile,
        adoption);
  }

  /**
   * Returns the settings of the running etcd, by the names of etcd's variables. The settings come
   * from the settings file where etcd reads one, else from the flags. Empty where the settings file
   * is not fully understood.
   */
  private static Optional<SortedMap<String, String>> settings(
      Facts facts, Optional<String> settingsFile) {
    return settingsFile.isEmpty()
        ? Optional.of(new UnitCommand("", facts.all("argument")).flags(Map.of()))
        : facts
            .told("settings-bytes")
            .map(encoded -> facts.bytes("settings-bytes", 1, encoded))
            .filter(bytes -> bytes.length <= SettingsYaml.LIMIT_BYTES)
            .flatMap(bytes -> SettingsYaml.variables(new String(bytes, StandardCharsets.UTF_8)));
  }

  private static String first(String urls) {
    return urls.split(",", 2)[0].strip();
  }
}
