package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import io.quorate.version.SettingDefaults;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of compared settings beside what real programs say of themselves. */
class ComparedSettingsIT {
  private static final Pattern FLAG = Pattern.compile("(?m)^ +--([a-z0-9-]+)");

  /** A flag with the default of a number, a time, or an option that is on or off. */
  private static final Pattern DEFAULT =
      Pattern.compile("(?m)^ +--([a-z0-9-]+)[ =]'?(true|false|[0-9]+(?:ms|s|m|h)?)'?$");

  private static final List<String> MINORS = List.of("3.4", "3.5", "3.6", "3.7");

  /** Ignored on a data directory that is there, secret, or of the proxy of 3.4. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "discovery.*|initial-cluster.*|initial-advertise-peer-urls|force-new-cluster|auth-token.*"
              + "|proxy.*|version|help");

  @Test
  void eachSettingOfAnyLineIsComparedOrLeftOutOnPurpose() throws Exception {
    Set<String> all = new TreeSet<>();
    for (String minor : MINORS) {
      FLAG.matcher(help(minor)).results().map(found -> found.group(1)).forEach(all::add);
    }
    all.removeIf(flag -> LEFT_OUT.matcher(flag).matches());
    assertThat(ComparedSettings.flags()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void theDefaultOfEachNumberAndFlagIsTheOneThatTheProgramNames() throws Exception {
    for (String minor : MINORS) {
      List<MatchResult> found =
          DEFAULT
              .matcher(help(minor))
              .results()
              .filter(flag -> !LEFT_OUT.matcher(flag.group(1)).matches())
              .toList();
      assertThat(found).hasSizeGreaterThan(25);
      for (MatchResult flag : found) {
        String name = "ETCD_" + flag.group(1).toUpperCase(Locale.ROOT).replace('-', '_');
        Optional<EtcdVersion> version = Optional.of(EtcdVersion.parse(minor + ".1"));
        assertThat(SettingDefaults.isDefault(name, flag.group(2), version))
            .as("%s %s in %s", name, flag.group(2), minor)
            .isTrue();
      }
    }
  }

  private static String help(String minor) throws Exception {
    return Command.of(ToolsForTests.etcd(minor).folder().resolve("etcd").toString(), "--help")
        .run(Duration.ofSeconds(30))
        .output();
  }
}
