package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of compared settings beside what real programs say of themselves. */
class ComparedSettingsIT {
  private static final Pattern FLAG = Pattern.compile("(?m)^ +--([a-z0-9-]+)");

  /** Ignored on a data directory that is there, secret, or of the proxy of 3.4. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "discovery.*|initial-cluster.*|initial-advertise-peer-urls|force-new-cluster|auth-token.*"
              + "|proxy.*|version|help");

  @Test
  void eachSettingOfAnyLineIsComparedOrLeftOutOnPurpose() throws Exception {
    Set<String> all = new TreeSet<>();
    for (String minor : List.of("3.4", "3.5", "3.6", "3.7")) {
      String help =
          Command.of(ToolsForTests.etcd(minor).folder().resolve("etcd").toString(), "--help")
              .run(Duration.ofSeconds(30))
              .output();
      FLAG.matcher(help).results().map(found -> found.group(1)).forEach(all::add);
    }
    all.removeIf(flag -> LEFT_OUT.matcher(flag).matches());
    assertThat(ComparedSettings.flags()).containsExactlyInAnyOrderElementsOf(all);
  }
}
