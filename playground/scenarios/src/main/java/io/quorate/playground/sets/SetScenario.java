package io.quorate.playground.sets;

import io.quorate.playground.operated.OperatedScenario;
import java.io.IOException;
import java.util.List;

/**
 * One thing that happens to a cluster whose members are in pods of a StatefulSet. A new scenario is
 * a class and a line in {@link SetScenarios}.
 */
public sealed interface SetScenario extends OperatedScenario
    permits AllDataLost,
        ApiAway,
        BitnamiChart,
        DeadKubelet,
        ImageSwitch,
        LostNode,
        LostVolume,
        MovedToAZone,
        NodeOfTwoMembers,
        OldLayout,
        OperatorPods,
        OrderedSet,
        RestrictedTls,
        RevertedByGitops,
        ScaledSet,
        TerminatedOperation,
        TwoQuorates {
  /**
   * Returns the nodes that alone have the volumes of the members, by ordinal; empty where every
   * node has them.
   */
  default List<Integer> nodes() {
    return List.of();
  }

  /** Returns how the members are laid out. */
  default Layout layout(Site site) throws IOException, InterruptedException {
    return Layout.oneSet(site);
  }

  /** Breaks it, and does what people do until all is well again. */
  void play(SetScene scene) throws IOException, InterruptedException;
}
