package io.quorate.runbook.recovery.comeback;

import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.Return;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.step.BeginVoter;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Voters that somebody added and nobody ever started, where quorum is lost because of them: an etcd
 * begun at exactly the URL of one brings quorum back within seconds, and no data is touched
 * (docs/etcd.md#phantom-members).
 */
record Phantoms(ClusterView view) {
  /** Whether they, with the voters at hand, would be a quorum. */
  boolean bringQuorum() {
    int enough = missing();
    return enough > 0
        && enough <= all().size()
        && !Return.atHand(view).isEmpty()
        && ground().isPresent();
  }

  private int missing() {
    return BeginVoter.missing(view);
  }

  private List<Member> all() {
    return view.voters().stream()
        .filter(voter -> Return.of(view, voter) == Return.NEVER_STARTED)
        .sorted(Comparator.comparing(Member::name))
        .toList();
  }

  /** Lists the voters that are begun: as few as make a quorum. */
  List<Member> toBegin() {
    return all().stream()
        .filter(voter -> BeginVoter.objection(view, voter).isEmpty())
        .limit(missing())
        .toList();
  }

  /** Whether nothing acknowledged can be lost even if one of them ran once. */
  boolean cannotLoseWrites() {
    return ground().filter(BeginVoter.Ground.NUMBERS::equals).isPresent();
  }

  /** Returns the ground on which voters are begun; empty where there is none: none is begun. */
  Optional<BeginVoter.Ground> ground() {
    return BeginVoter.Ground.in(view);
  }

  /** The refusal where too few of them can be begun; it says what is missing at which URL. */
  Optional<Prescription> refusal() {
    return toBegin().size() == missing()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                StepReason.VOTER_NEVER_STARTED.because(
                    Wording.and(all())
                        + (all().size() == 1
                            ? " never ran; an empty etcd at its URL brings quorum back."
                            : " never ran; empty etcds at their URLs bring quorum back."),
                    Stream.concat(
                            all().stream().flatMap(voter -> needs(voter).stream()),
                            Stream.of(
                                "Only if %s cannot be had, losing what only others had: %s"
                                    .formatted(
                                        Wording.and(all()),
                                        Wording.start(
                                            view,
                                            MajorityRecoveryRequest.NAME,
                                            "--from survivor"))))
                        .toList())));
  }

  /** Says what a voter lacks before it can be begun; empty where nothing is missing. */
  private Optional<String> needs(Member voter) {
    String urls =
        voter.entry().map(MembershipEntry::peerUrls).orElse(List.of()).stream()
            .collect(Collectors.joining(" and "));
    return BeginVoter.objection(view, voter)
        .map(
            why ->
                voter.configured().isEmpty()
                    ? "Add %s to quorate.yml, peerUrl exactly %s; then start this again."
                        .formatted(voter.name(), urls)
                    : "Make %s ready: %s; then start this again.".formatted(voter.name(), why));
  }

  /** Says what the plan means for acknowledged writes. */
  String promise() {
    String whose = Wording.and(toBegin());
    return "If %s never ran, no acknowledged write is lost. If it ever did, those are lost that only"
            .formatted(whose)
        + " it and lost members had.";
  }

  /** Lists the warnings for approvers about the voters that are begun. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!cannotLoseWrites()) {
      warnings.add(
          "That %s never ran is told by the list of members and the record. Reject if anybody ever"
                  .formatted(Wording.and(toBegin()))
              + " started an etcd there: one that lost its data has forgotten what it"
              + " acknowledged.");
    }
    if (view.voters().size() % 2 == 0) {
      warnings.add(
          "%d voters are an even number, which adds no safety: scale goes to an odd one afterwards."
              .formatted(view.voters().size()));
    }
    return warnings;
  }
}
