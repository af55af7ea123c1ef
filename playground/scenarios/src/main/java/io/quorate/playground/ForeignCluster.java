package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.operation.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which somebody forces the leader of three into a cluster of its own while the
 * others are stopped. A person then wants three voters again: Quorate remembers the others, refuses
 * and touches nothing.
 */
final class ForeignCluster implements Scenario {
  private static final Duration SERVING = Duration.ofSeconds(30);
  private static final String SETTING = "ETCD_FORCE_NEW_CLUSTER=true\n";
  private String because = "";

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "scale",
        Map.of("members", List.of("3")),
        "foreign-cluster",
        "One of three is forced into a cluster of its own; scale is refused, and nothing is set"
            + " aside.",
        List.of());
  }

  @Override
  public int sizeAfter() {
    return 1;
  }

  @Override
  public String outcome() {
    return Phase.REFUSED.words();
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    List<EtcdMember> others = others(cluster, before);
    for (EtcdMember other : others) {
      other.stop();
    }
    EtcdMember forced =
        cluster.members().stream().filter(one -> !others.contains(one)).findFirst().orElseThrow();
    forced.stop();
    Path settings = forced.files().environmentFile();
    String plain = Files.readString(settings);
    Files.writeString(settings, SETTING, StandardOpenOption.APPEND);
    forced.start();
    forced.awaitServing(SERVING);
    Files.writeString(settings, plain);
    return "all three are stopped, and "
        + forced.name()
        + ", the leader, is started with --force-new-cluster";
  }

  private static List<EtcdMember> others(EtcdCluster cluster, Inspection before) {
    return cluster.members().stream().filter(one -> !before.leads(one.name())).toList();
  }

  @Override
  public void refused(String why) {
    because = why;
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    for (EtcdMember other : others(cluster, before)) {
      if (other.isRunning()) {
        differences.add(other.name() + " was started");
      }
      if (!LostMember.setAside(other).isEmpty()
          || !Files.isDirectory(other.dataDirectory().resolve("member").resolve("wal"))) {
        differences.add("the data of " + other.name() + " was touched");
      }
      if (!because.matches("(?s).*compare the data of [^\n]*" + other.name() + "(?! \\().*")) {
        differences.add("it was not said that " + other.name() + " has data: " + because);
      }
    }
    return differences;
  }
}
