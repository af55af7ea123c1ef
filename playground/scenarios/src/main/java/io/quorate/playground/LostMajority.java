package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which so many members are killed that quorum is lost. Their data is whole, so they
 * are started and nothing is restored.
 */
record LostMajority(Synopsis synopsis, Loss loss) implements Scenario {
  /** Kind of the loss. */
  private enum Loss {
    /** Two of three are killed. */
    TWO,
    /** All are killed: nobody answers, and the record tells who is a member. */
    ALL,
    /** Two of three are killed, and the data of one of them is gone. */
    DATA_OF_ONE
  }

  private static final List<String> STEPS =
      List.of("ask-approval", "return-member", "await-voting", "verify-cluster");

  static LostMajority ofTwo() {
    return of(
        Loss.TWO,
        "lost-majority",
        "Two members of three are killed, their data is there; they are started again.",
        STEPS);
  }

  static LostMajority ofAll() {
    return of(
        Loss.ALL,
        "all-stopped",
        "All three members are killed, their data is there; they are started again.",
        STEPS);
  }

  static LostMajority withDataOfOne() {
    return of(
        Loss.DATA_OF_ONE,
        "lost-majority-data",
        "Two members of three are killed and the data of one is gone; one comes back, the other"
            + " is replaced.",
        List.of("fence-members", "return-member", "remove-member", "promote-learner"));
  }

  private static LostMajority of(Loss loss, String name, String sentence, List<String> steps) {
    return new LostMajority(Synopsis.ofLostQuorum(name, sentence, steps), loss);
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
      throws IOException, InterruptedException {
    if (loss == Loss.DATA_OF_ONE) {
      return after.otherIdsThan(before).size() == 1
          ? List.of()
          : List.of("not exactly one member was replaced: " + after.otherIdsThan(before));
    }
    return Scenario.super.differences(cluster, before, after);
  }
}
