package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario about which nobody alerts: the watch of Quorate has to find what happened.
 *
 * @param unnoticed time that the watch leaves to people before it tells anybody
 */
record Silent(Synopsis synopsis, Scenario broken, Duration unnoticed) implements Scenario {
  static Silent member() {
    return of("silent-member", "One member of three is killed", new StoppedMember(), Duration.ZERO);
  }

  static Silent quorum() {
    return of(
        "silent-quorum", "Two members of three are killed", LostMajority.ofTwo(), Duration.ZERO);
  }

  /** The watch leaves a change by hand a quarter of an hour to end. */
  static Silent learner() {
    return of(
        "left-learner",
        "Somebody replaces a member, forgets to promote it,",
        new LeftLearner(),
        Duration.ofMinutes(15));
  }

  private static Silent of(String name, String happened, Scenario broken, Duration unnoticed) {
    return new Silent(
        new Synopsis(
            name,
            happened + " and nobody alerts; the watch finds it.",
            broken.steps(),
            Map.of(),
            Optional.empty()),
        broken,
        unnoticed);
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
