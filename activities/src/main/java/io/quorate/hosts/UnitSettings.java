package io.quorate.hosts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What systemd starts a unit with.
 *
 * @param environmentFiles files of {@code EnvironmentFile=}; of two the last one counts
 * @param command program and arguments of {@code ExecStart=}
 * @param variables names of etcd's variables in {@code Environment=}
 */
record UnitSettings(List<String> environmentFiles, String command, List<String> variables) {
  /**
   * Variables that Quorate writes into the environment file. etcd ends with an error where one of
   * them is given by a flag as well.
   */
  private static final Set<String> WRITTEN =
      Set.of(
          "ETCD_INITIAL_CLUSTER",
          "ETCD_INITIAL_CLUSTER_STATE",
          "ETCD_INITIAL_CLUSTER_TOKEN",
          "ETCD_DATA_DIR",
          "ETCD_NAME");

  /** Where a start puts the variables of that run alone. */
  private static final String OF_ONE_START = "/run/quorate/";

  /**
   * Variables that have to stand in the environment file if anywhere: where the log is decides what
   * data is there, and a forced new cluster makes a cluster of one (docs/etcd.md#n-02).
   */
  private static final Set<String> READ = Set.of("ETCD_WAL_DIR", "ETCD_FORCE_NEW_CLUSTER");

  static UnitSettings of(Facts facts) {
    return new UnitSettings(
        facts.all("unit-environment"),
        facts.first("unit-command").orElse(""),
        facts.all("unit-variable"));
  }

  /** The program that is started; empty where systemd does not say. */
  String program() {
    return command.split(" ", 2)[0];
  }

  /** Variables of etcd that a flag of the command states, {@code --data-dir} as ETCD_DATA_DIR. */
  List<String> flags() {
    return Arrays.stream(command.split(" "))
        .skip(1)
        .filter(argument -> argument.startsWith("-"))
        .map(argument -> argument.replaceFirst("^--?", "").replaceFirst("=.*", ""))
        .map(flag -> "ETCD_" + flag.replace('-', '_').toUpperCase(Locale.ROOT))
        .toList();
  }

  /**
   * Why the member would not be started as its files say, with what to do; empty where it would.
   */
  Optional<String> objection(MemberPaths member, String unit) {
    return Stream.of(wrongProgram(member, unit), wrongFile(member, unit), shadowed(member, unit))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> wrongProgram(MemberPaths member, String unit) {
    return program().equals(member.binary())
        ? Optional.empty()
        : Optional.of(
            "%s starts %s, the configuration says binary: %s; make them equal"
                .formatted(unit, program().isEmpty() ? "nothing" : program(), member.binary()));
  }

  /** Of two files with one variable the later one counts. */
  private Optional<String> wrongFile(MemberPaths member, String unit) {
    List<String> files =
        environmentFiles.stream().filter(file -> !file.startsWith(OF_ONE_START)).toList();
    if (files.contains(member.environmentFile())) {
      return files.getLast().equals(member.environmentFile())
          ? Optional.empty()
          : Optional.of(
              "%s reads %s after %s, so what Quorate writes may not count; let EnvironmentFile=%s be the last"
                  .formatted(
                      unit, files.getLast(), member.environmentFile(), member.environmentFile()));
    }
    return Optional.of(
        "%s does not read %s, the environmentFile of the configuration; add EnvironmentFile=%s to it"
            .formatted(unit, member.environmentFile(), member.environmentFile()));
  }

  private Optional<String> shadowed(MemberPaths member, String unit) {
    Optional<String> flag =
        flags().stream()
            .filter(variable -> WRITTEN.contains(variable) || READ.contains(variable))
            .findFirst()
            .map(variable -> "ExecStart= of %s has the flag of %s".formatted(unit, variable));
    Optional<String> setting =
        variables.stream()
            .filter(READ::contains)
            .findFirst()
            .map(variable -> "Environment= of %s has %s".formatted(unit, variable));
    return flag.or(() -> setting)
        .map(what -> what + ", which belongs into " + member.environmentFile() + "; move it there");
  }
}
