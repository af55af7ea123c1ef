package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A scenario without a fault: a person wants another number of voters while clients write. */
record Scale(Synopsis synopsis, int size, int spare, int sizeAfter) implements Scenario {
  static Scale up() {
    return new Scale(
        synopsis(
            "5",
            "scale-up",
            "Three voters become five, one at a time.",
            List.of(
                "save-snapshot",
                "ask-approval",
                "add-learner",
                "start-member",
                "await-in-sync",
                "promote-learner",
                "verify-cluster")),
        3,
        2,
        5);
  }

  static Scale down() {
    return new Scale(
        synopsis(
            "3",
            "scale-down",
            "Five voters become three, one at a time.",
            List.of(
                "save-snapshot", "ask-approval", "retire-member", "stop-member", "verify-cluster")),
        5,
        0,
        3);
  }

  private static Synopsis synopsis(
      String wanted, String name, String sentence, List<String> steps) {
    return Synopsis.ofRequest("scale", Map.of("members", List.of(wanted)), name, sentence, steps);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before) {
    return "nothing is wrong; there are to be " + sizeAfter + " voters instead of " + size;
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after) {
    List<String> differences = new ArrayList<>();
    long running = cluster.members().stream().filter(EtcdMember::isRunning).count();
    if (running != sizeAfter) {
      differences.add(running + " members run instead of " + sizeAfter);
    }
    return differences;
  }
}
