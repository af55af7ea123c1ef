package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which so many members are killed that quorum is lost. Their data is whole, so they
 * are started and nothing is restored.
 */
final class LostMajority implements Scenario {
  /** Kind of the loss. */
  private enum Loss {
    /** Two of three are killed. */
    TWO,
    /** All are killed: nobody answers, and the record tells who is a member. */
    ALL,
    /** Two of three are killed, and the data of one of them is gone. */
    DATA_OF_ONE
  }

  private final Loss loss;

  private LostMajority(Loss loss) {
    this.loss = loss;
  }

  static LostMajority ofTwo() {
    return new LostMajority(Loss.TWO);
  }

  static LostMajority ofAll() {
    return new LostMajority(Loss.ALL);
  }

  static LostMajority withDataOfOne() {
    return new LostMajority(Loss.DATA_OF_ONE);
  }

  @Override
  public String name() {
    return switch (loss) {
      case TWO -> "lost-majority";
      case ALL -> "all-stopped";
      case DATA_OF_ONE -> "lost-majority-data";
    };
  }

  @Override
  public String sentence() {
    return switch (loss) {
      case TWO -> "Two members of three are killed, their data is there; they are started again.";
      case ALL -> "All three members are killed, their data is there; they are started again.";
      case DATA_OF_ONE ->
          "Two members of three are killed and the data of one is gone; one comes back, the other"
              + " is replaced.";
    };
  }

  @Override
  public List<String> steps() {
    return loss == Loss.DATA_OF_ONE
        ? List.of("fence-members", "return-member", "remove-member", "promote-learner")
        : List.of("ask-approval", "return-member", "await-voting", "verify-cluster");
  }

  @Override
  public Map<String, String> alert() {
    return Map.of("alertname", "etcdInsufficientMembers", "severity", "critical");
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    List<EtcdMember> killed = new ArrayList<>(cluster.members());
    if (loss != Loss.ALL) {
      // The leader is among those that are killed, so the survivor follows nobody.
      killed.removeIf(member -> member.name().equals(LostMember.victim(before)));
    }
    for (EtcdMember member : killed) {
      member.kill();
    }
    if (loss == Loss.DATA_OF_ONE) {
      Folders.delete(killed.getLast().dataDirectory().resolve("member").resolve("wal"));
    }
    return killed.size()
        + " of 3 members are killed with -9"
        + (loss == Loss.DATA_OF_ONE ? ", and the data of one is gone" : "; their data is whole");
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    if (loss == Loss.DATA_OF_ONE) {
      return after.otherIdsThan(before).size() == 1
          ? List.of()
          : List.of("not exactly one member was replaced: " + after.otherIdsThan(before));
    }
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
