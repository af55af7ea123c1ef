package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.StartJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scenario without a fault: a person wants another number of voters while clients write. */
record Scale(String name, String sentence, List<String> steps, int size, int spare, int sizeAfter)
    implements Scenario {
  static Scale up() {
    return new Scale(
        "scale-up",
        "Three voters become five, one at a time.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "add-learner",
            "start-member",
            "await-in-sync",
            "promote-learner",
            "verify-cluster"),
        3,
        2,
        5);
  }

  static Scale down() {
    return new Scale(
        "scale-down",
        "Five voters become three, one at a time.",
        List.of("save-snapshot", "ask-approval", "retire-member", "stop-member", "verify-cluster"),
        5,
        0,
        3);
  }

  @Override
  public Map<String, String> alert() {
    return Map.of();
  }

  @Override
  public Optional<StartJson> start() {
    return Optional.of(new StartJson("scale", Map.of("members", List.of("" + sizeAfter)), "alice"));
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
