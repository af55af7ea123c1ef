package io.quorate.playground.sets;

import io.quorate.playground.operated.Offer;
import java.util.List;

/** All scenarios on Kubernetes. */
public final class SetScenarios {
  /** All of them, each in a namespace of its own. */
  public static final Offer<SetScenario> OFFER =
      new Offer<>(
          "--kubernetes",
          List.of(
              new LostVolume(),
              new RestrictedTls(),
              new LostNode(),
              new NodeOfTwoMembers(),
              new AllDataLost(),
              ImageSwitch.up(),
              ImageSwitch.down(),
              new ScaledSet(),
              new MovedToAZone(),
              new OldLayout(),
              new OrderedSet(),
              new BitnamiChart(),
              new RevertedByGitops(),
              new ApiAway(),
              new DeadKubelet(),
              new OperatorPods(),
              new TerminatedOperation(),
              new TwoQuorates()));

  private SetScenarios() {}
}
