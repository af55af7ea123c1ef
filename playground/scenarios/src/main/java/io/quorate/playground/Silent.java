package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.util.List;

/** A scenario about which nobody alerts: the watch of Quorate has to find what happened. */
record Silent(Synopsis synopsis, Scenario broken) implements Scenario {
  static Silent member() {
    return of("silent-member", "One member of three is killed", new StoppedMember());
  }

  static Silent quorum() {
    return of("silent-quorum", "Two members of three are killed", LostMajority.ofTwo());
  }

  private static Silent of(String name, String happened, Scenario broken) {
    return new Silent(Synopsis.silent(name, happened, broken.steps()), broken);
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
