package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.supervisor.EffectiveSettings.Gathering;
import io.quorate.supervisor.EffectiveSettings.Origin;
import io.quorate.supervisor.EffectiveSettings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files, command and variables with which systemd starts a unit, drop-ins resolved.
 *
 * @param files files of {@code EnvironmentFile=} in their order; of two with one variable the later
 *     counts, and all count before {@code Environment=}
 * @param command program and arguments of {@code ExecStart=}
 * @param variables {@code Environment=}
 * @param directory {@code WorkingDirectory=}, where a relative path begins
 */
record UnitSettings(
    List<UnitFile> files, String command, SortedMap<String, String> variables, String directory) {
  /** Where a start puts the variables of that run alone. */
  private static final String OF_ONE_START = "/run/quorate/";

  /** A word of {@code systemctl show}, which quotes what a shell would split. */
  private static final Pattern WORD =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|\\$'((?:[^'\\\\]|\\\\.)*)'|(\\S+)");

  /** An assignment in the command of a shell. */
  private static final Pattern VARIABLE_BEFORE_PROGRAM = Pattern.compile("\\sETCD_[A-Z0-9_]+=");

  UnitSettings {
    files = List.copyOf(files);
    variables = new TreeMap<>(variables);
  }

  static UnitSettings of(Facts facts) {
    return new UnitSettings(
        UnitFile.of(facts).stream().filter(file -> !file.path().startsWith(OF_ONE_START)).toList(),
        facts.first("unit-command").orElse(""),
        variables(facts.first("unit-variables").orElse("")),
        facts
            .first("unit-directory")
            .map(said -> said.replaceFirst("^[-!]+", ""))
            .filter(said -> said.startsWith("/"))
            .orElse("/"));
  }

  private static SortedMap<String, String> variables(String shown) {
    var variables = new TreeMap<String, String>();
    Matcher word = WORD.matcher(shown);
    while (word.find()) {
      String text =
          word.group(3) != null
              ? word.group(3)
              : (word.group(1) != null ? word.group(1) : word.group(2)).replaceAll("\\\\(.)", "$1");
      String[] sides = text.split("=", 2);
      if (sides.length == 2) {
        variables.put(sides[0], sides[1]);
      }
    }
    return variables;
  }

  /**
   * Why the member would not be started as its files say, with what to do; empty where it would.
   */
  Optional<String> objection(MemberPaths member, String unit) {
    return wrongProgram(member, unit)
        .or(() -> wrongFile(member, unit))
        .or(() -> new StartObjection(member, effective(member, unit), directory).words());
  }

  /** Settings that etcd gets at the next start of the unit. */
  EffectiveSettings effective(MemberPaths member, String unit) {
    Gathering gathering = new Gathering();
    variables.forEach(
        (key, value) ->
            gathering.add(key, new Setting(value, "Environment= of " + unit, Origin.UNIT)));
    for (UnitFile file : files) {
      file.objection(unit).ifPresent(gathering::conflict);
      file.bytes().ifPresent(bytes -> read(file, bytes, member, gathering));
    }
    UnitCommand.of(command)
        .flags(gathering.values())
        .forEach((key, value) -> flag(key, value, unit, gathering));
    return gathering.settings();
  }

  private static void read(UnitFile file, String bytes, MemberPaths member, Gathering into) {
    try {
      into.addAll(
          EnvironmentFile.parse(file.path(), EnvironmentFile.Syntax.SYSTEMD, bytes),
          file.path().equals(member.environmentFile()));
    } catch (Failure malformed) {
      into.conflict(String.valueOf(malformed.getMessage()));
    }
  }

  /** etcd ends where a flag and its variable are both given, also for a variable without value. */
  private static void flag(String variable, String value, String unit, Gathering into) {
    into.there(variable)
        .ifPresent(
            there ->
                into.conflict(
                    "ExecStart= of %s has the flag of %s, and %s sets it too: etcd ends where both are"
                            .formatted(unit, variable, there.place())
                        + " given; remove one of them"));
    into.add(variable, new Setting(value, "ExecStart= of " + unit, Origin.FLAG));
  }

  /**
   * Whether the unit starts the member's etcd itself, with nothing that only a shell or the manager
   * of the machine knows.
   *
   * @param variables all that the process gets from files and {@code Environment=}
   */
  boolean tellsAll(MemberPaths member, Set<String> variables) {
    UnitCommand parsed = UnitCommand.of(command);
    return parsed.program().equals(member.binary())
        && parsed.isResolvedBy(variables)
        && !VARIABLE_BEFORE_PROGRAM.matcher(command).find();
  }

  private Optional<String> wrongProgram(MemberPaths member, String unit) {
    String program = UnitCommand.of(command).program();
    return program.equals(member.binary())
        ? Optional.empty()
        : Optional.of(
            "%s starts %s, the configuration says binary: %s; make them equal"
                .formatted(unit, program.isEmpty() ? "nothing" : program, member.binary()));
  }

  private Optional<String> wrongFile(MemberPaths member, String unit) {
    return files.stream().anyMatch(file -> file.path().equals(member.environmentFile()))
        ? Optional.empty()
        : Optional.of(
            "%s does not read %s, the environmentFile of the configuration; add EnvironmentFile=%s to it"
                .formatted(unit, member.environmentFile(), member.environmentFile()));
  }
}
