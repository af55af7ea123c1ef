package io.quorate.carrier;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.AddLearner;
import java.util.Optional;

/** Adds the learner; the membership proves it and gives its id. */
final class AddLearnerCarrier implements Carrier<AddLearner> {
  @Override
  public Class<AddLearner> step() {
    return AddLearner.class;
  }

  @Override
  public Optional<String> carry(AddLearner step, Act act) {
    step.toldOnlyByPeerUrl(act.view()).ifPresent(member -> awaitNoDowngrade(member, act));
    act.ports().membership().addLearner(act.through(), step.peerUrl(), act.permit());
    return Optional.empty();
  }

  private static void awaitNoDowngrade(MemberName member, Act act) {
    if (tellsOfDowngrade(member, act)) {
      throw new Failure.NotYet(
          member + " tells that a downgrade is enabled, and nobody can join before it has ended");
    }
  }

  /** Where peers have a CA or a network of their own nobody can ask; then it is taken for no. */
  private static boolean tellsOfDowngrade(MemberName member, Act act) {
    try {
      return act.ports().maintenance().downgradeEnabled(member);
    } catch (Failure unseen) {
      return false;
    }
  }
}
