package io.quorate.playground;

import io.quorate.lab.load.EditedValue;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A scenario in which one byte of a value changes in a follower's database file while the follower
 * is down. The follower then serves the wrong value with green health checks, until etcd's own
 * check compares the members.
 */
final class CorruptMember implements Scenario {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String KEY = "/corrupt/key";
  private static final String CHECK_EVERY = "2s";
  private static final Set<String> BY_EXPERIMENT = Set.of("3.4", "3.5");

  private String value = "";

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofAlert(
        "etcdCorruptAlarm",
        "critical",
        "corrupt-member",
        "One member has another value than the others; it is replaced and the alarm disarmed.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "stop-member",
            "expel-member",
            "set-data-aside",
            "add-learner",
            "start-member",
            "await-in-sync",
            "promote-learner",
            "disarm-alarm",
            "verify-cluster"));
  }

  /**
   * Switches the periodic corruption check on, which is off by default in etcd. 3.7 ignores the old
   * name, and 3.6 exits when it gets both.
   */
  @Override
  public EtcdSettings settings(String minor) {
    String experimental = BY_EXPERIMENT.contains(minor) ? "EXPERIMENTAL_" : "";
    return EtcdSettings.plain().with("ETCD_" + experimental + "CORRUPT_CHECK_TIME", CHECK_EVERY);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    EditedValue edited = EditedValue.put(victim, KEY, LIMIT);
    value = edited.value();
    victim.stop();
    edited.spoil(victim);
    victim.start();
    Await.until("etcd to raise CORRUPT", LIMIT, () -> isRaised(cluster));
    return "a byte of one value is changed in the database of "
        + victim.name()
        + ", a follower; etcd's own check finds out";
  }

  private static boolean isRaised(EtcdCluster cluster) throws InterruptedException {
    try {
      return alarms(cluster).contains("CORRUPT");
    } catch (IOException silent) {
      return false;
    }
  }

  private static String alarms(EtcdCluster cluster) throws IOException, InterruptedException {
    EtcdMember any =
        cluster.members().stream().filter(EtcdMember::isRunning).findFirst().orElseThrow();
    Command.Finished list = any.etcdctl().run(any.clientUrl().toString(), "alarm", "list");
    if (!list.succeeded()) {
      throw new IOException(list.output());
    }
    return list.output().strip();
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    EtcdMember victim = cluster.member(LostMember.victim(before));
    if (after.id(victim.name()).equals(before.id(victim.name()))) {
      differences.add(victim.name() + " still has its old member id");
    }
    if (LostMember.setAside(victim).size() != 1) {
      differences.add("the wrong data of " + victim.name() + " is not kept exactly once");
    }
    try {
      String raised = alarms(cluster);
      if (!raised.isEmpty()) {
        differences.add("still raised: " + raised);
      }
      for (EtcdMember member : cluster.members()) {
        String read = read(member);
        if (!read.contains(value)) {
          differences.add(member.name() + " has another value: " + read);
        }
      }
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      differences.add("called off");
    }
    return differences;
  }

  /** Reads the value from this member alone, serializably. */
  private static String read(EtcdMember member) throws IOException, InterruptedException {
    return member
        .etcdctl()
        .run(member.clientUrl().toString(), "get", KEY, "--consistency=s", "--print-value-only")
        .output()
        .strip();
  }
}
