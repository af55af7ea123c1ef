package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scenario about which nobody alerts: the watch of Quorate has to find what happened. */
record Silent(Synopsis synopsis, Scenario broken) implements Scenario {
  static Silent member() {
    return of(new StoppedMember(), "silent-member", "One member of three is killed");
  }

  static Silent quorum() {
    return of(LostMajority.ofTwo(), "silent-quorum", "Two members of three are killed");
  }

  private static Silent of(Scenario broken, String name, String happened) {
    return new Silent(
        new Synopsis(
            name,
            happened + " and nobody alerts; the watch finds it.",
            broken.steps(),
            Map.of(),
            Optional.empty()),
        broken);
  }

  @Override
  public boolean isSilent() {
    return true;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    return broken.breakIt(cluster, before);
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    return broken.differences(cluster, before, after);
  }
}
