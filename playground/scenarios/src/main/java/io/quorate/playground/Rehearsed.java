package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.util.List;
import java.util.Map;

/** A scenario without a fault: the loss of a member is rehearsed, and approved. */
final class Rehearsed implements Scenario {
  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "rehearsal",
        Map.of(),
        "rehearsal",
        "The loss of a member is rehearsed: people are asked, and nothing is changed.",
        List.of("ask-approval"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) {
    return "nothing is wrong; the loss of a member is stated";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after) {
    return after.otherIdsThan(before);
  }
}
