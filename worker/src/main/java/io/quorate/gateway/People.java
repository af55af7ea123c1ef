package io.quorate.gateway;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.configuration.Approver;
import io.quorate.configuration.Approvers;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Who says what. Groups are those of this moment and travel with the decision; a stranger's
 * decision is passed on without groups, so that the attempt is recorded.
 */
final class People {
  private final Supplier<Approvers> approvers;
  private final InstantSource clock;
  private final Counts counts;

  People(Supplier<Approvers> approvers, InstantSource clock, Counts counts) {
    this.approvers = approvers;
    this.clock = clock;
    this.counts = counts;
  }

  /** What somebody said: about which plan, through which door. */
  record Said(Decision.Kind kind, String digest, Door door, String reason) {}

  Optional<Approver> inSlack(String team, String user) {
    return approvers.get().bySlack(team, user);
  }

  /** Of somebody who is taken at their word. */
  Decision decision(Said said, String by) {
    return decision(said, by, approvers.get().byName(by));
  }

  Decision decision(Said said, String by, Optional<Approver> approver) {
    return new Decision(
        said.digest(),
        approver.map(Approver::name).orElse(by),
        approver.map(Approver::groups).orElse(Set.of()),
        said.door(),
        said.kind(),
        said.reason(),
        clock.instant());
  }

  void count(Decision decision, Outcome<DecisionAnswer> outcome) {
    counts.decision(
        decision.door(),
        decision.kind(),
        switch (outcome) {
          case Outcome.Done<DecisionAnswer> done -> done.value().counted() ? "counted" : "refused";
          case Outcome.Missed<DecisionAnswer> missed ->
              missed.reason() == Outcome.Reason.UNCONFIRMED ? "unconfirmed" : "failed";
        });
  }
}
