package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.load.Pages;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.EtcdRelease;
import io.quorate.lab.tools.Tool;
import io.quorate.playground.telling.SeenMember;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A scenario without a fault: a person has the cluster moved to the next or the previous minor of
 * etcd while clients write. Afterwards every member has to start once more: a fault of an upgrade
 * or a downgrade may show only then (docs/etcd.md#upgrades, #downgrades).
 */
final class Roll implements Scenario {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SOAK = "2s";
  private static final String FEATURE = "InitialCorruptCheck=true";
  private static final String OLD_NAME = "ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK";

  private final Way way;
  private Optional<Tool> target = Optional.empty();

  private enum Way {
    UP("upgrade", 1),
    DOWN("downgrade", -1);

    private final String word;
    private final int by;

    Way(String word, int by) {
      this.word = word;
      this.by = by;
    }
  }

  private Roll(Way way) {
    this.way = way;
  }

  static Roll up() {
    return new Roll(Way.UP);
  }

  static Roll down() {
    return new Roll(Way.DOWN);
  }

  @Override
  public Synopsis synopsis() {
    String sentence =
        switch (way) {
          case UP -> "All members are moved to the next minor of etcd, one at a time.";
          case DOWN -> "All members are moved back to the minor before, one at a time.";
        };
    return new Synopsis(way.word, sentence, answer(), Map.of(), Optional.empty());
  }

  @Override
  public List<String> minors() {
    return switch (way) {
      case UP -> List.of("3.5", "3.6");
      case DOWN -> List.of("3.6", "3.7");
    };
  }

  @Override
  public Optional<String> target(String minor) {
    List<String> known = EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
    return Optional.of(minor)
        .filter(minors()::contains)
        .map(from -> known.get(known.indexOf(from) + way.by));
  }

  /**
   * Switches the initial corruption check on, under the name that the starting minors know; some
   * target minors know another name only.
   */
  @Override
  public EtcdSettings settings(String minor) {
    return switch (way) {
      case UP -> EtcdSettings.plain().with(OLD_NAME, "true");
      case DOWN -> EtcdSettings.plain().with("ETCD_FEATURE_GATES", FEATURE);
    };
  }

  private List<String> answer() {
    Stream<String> all =
        Stream.of(
            "save-snapshot",
            "ask-approval",
            "stop-member",
            "switch-release",
            "resume-member",
            "await-release",
            "move-leader",
            "verify-cluster");
    Stream<String> own =
        switch (way) {
          case UP -> Stream.of("resume-to-snapshot");
          case DOWN -> Stream.of("enable-downgrade", "await-downgrade-end");
        };
    return Stream.concat(all, own).toList();
  }

  @Override
  public Optional<StartJson> start() {
    List<String> to = List.of(target.orElseThrow().version());
    Map<String, List<String>> options =
        switch (way) {
          case UP -> Map.of("to", to, "soak", List.of(SOAK));
          case DOWN -> Map.of("to", to);
        };
    return Optional.of(new StartJson("rolling-" + way.word, options, "alice"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) {
    String version = String.valueOf(before.members().getFirst().version());
    target = target(Tool.etcd(version).minor()).map(Tool::etcd);
    return target
        .map(to -> "nothing is wrong; etcd " + version + " is to become " + to.version())
        .orElseThrow(
            () -> new IllegalArgumentException("there is no " + way.word + " from " + version));
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    for (SeenMember member : after.members()) {
      if (!target.orElseThrow().version().equals(member.version())) {
        differences.add(member.name() + " runs etcd " + member.version());
      }
    }
    try (HttpClient http = Kv.client()) {
      for (EtcdMember member : cluster.members()) {
        differences.addAll(look(member, http));
      }
    }
    for (EtcdMember member : cluster.members()) {
      restart(member, differences);
    }
    return differences;
  }

  private List<String> look(EtcdMember member, HttpClient http) throws InterruptedException {
    try {
      return wrong(member, http);
    } catch (IOException silent) {
      return List.of(member.name() + " shows no page: " + silent);
    }
  }

  private List<String> wrong(EtcdMember member, HttpClient http)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>();
    Pages pages = new Pages(member, http);
    String version = pages.version();
    if (!version.contains("\"etcdcluster\":\"" + minor() + ".0\"")) {
      differences.add("the cluster version of " + member.name() + " is not its own: " + version);
    }
    if (pages.isDowngradeEnabled()) {
      differences.add("a downgrade is enabled, says " + member.name());
    }
    if (!checksItsData(pages)) {
      differences.add("the initial corruption check of " + member.name() + " is off");
    }
    if (Files.readString(member.files().environmentFile()).contains("ETCD_SNAPSHOT_COUNT")) {
      differences.add("a setting that was for one run is in the file of " + member.name());
    }
    return differences;
  }

  /**
   * Returns whether the initial corruption check is on. From 3.6 on etcd reports its feature gates
   * as metrics; for 3.5 the environment file tells.
   */
  private boolean checksItsData(Pages pages) throws IOException, InterruptedException {
    if (minor().equals("3.5")) {
      return Files.readString(pages.member().files().environmentFile())
          .contains(OLD_NAME + "=true");
    }
    return pages
        .metrics()
        .lines()
        .anyMatch(
            line ->
                line.startsWith("etcd_server_feature_enabled{name=\"InitialCorruptCheck\"")
                    && line.endsWith(" 1"));
  }

  private String minor() {
    return target.orElseThrow().minor();
  }

  private static void restart(EtcdMember member, List<String> differences)
      throws IOException, InterruptedException {
    member.stop();
    member.start();
    try {
      member.awaitServing(LIMIT);
    } catch (NotInTimeException silent) {
      differences.add("after another restart: " + silent.getMessage());
    }
  }
}
