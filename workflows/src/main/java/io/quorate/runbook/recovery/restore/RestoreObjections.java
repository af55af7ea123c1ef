package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.MemberName;
import io.quorate.plan.GuardReason;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.comeback.Survivors;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.step.Reason;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.WalDirectory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Objections to a restore: members of the old cluster that may run on, or could serve once somebody
 * starts them (docs/etcd.md#n-12). Where a host cannot be reached a person's statement stands in
 * for the proof, member by member.
 */
public record RestoreObjections(ClusterView view, MajorityRecoveryRequest request) {
  /** Tells what to do where a member is seen that was stated to be off. */
  static String withoutIt(ClusterView view) {
    return "Start this again without that --is-off, which is only for a %s that cannot be reached."
        .formatted(view.words().place());
  }

  /** The refusal of a statement about somebody who is no voter, or of whom something is seen. */
  public Optional<Prescription> misstated() {
    Optional<MemberName> nobody =
        request.off().members().stream()
            .filter(name -> request.stage() != Stage.RESTORED)
            .filter(name -> view.member(name).filter(Member::isListed).isEmpty())
            .findFirst();
    if (nobody.isPresent()) {
      return refusal(
          RecoveryReason.STATED_MEMBER_UNKNOWN.because(
              "%s was stated to be off and is no member of %s, as far as is known; its voters are %s."
                  .formatted(nobody.get(), view.cluster(), Wording.and(view.voters())),
              "Leave --is-off %s out, or name a voter whose %s cannot be reached: --is-off MEMBER."
                  .formatted(nobody.get(), view.words().place())));
    }
    return request
        .off()
        .contradiction(view)
        .flatMap(
            what ->
                refusal(StepReason.STATEMENT_CONTRADICTED.because(what + ".", withoutIt(view))));
  }

  /**
   * The refusal where a member of the old cluster may run on: nobody can prove that it does not,
   * and nobody has stated it.
   */
  Optional<Prescription> unfenced() {
    List<Member> open =
        Stream.concat(view.voters().stream(), configuredLearners())
            .filter(voter -> !voter.workload().provenAbsent() && !voter.loopsWithoutItsData())
            .filter(voter -> !new Survivors(view).running().contains(voter))
            .filter(voter -> !request.off().covers(voter) && !RestoreMember.isNobody(view, voter))
            .toList();
    Optional<Member> reached =
        open.stream().filter(voter -> !voter.workload().isUnreachable()).findFirst();
    if (reached.isPresent()) {
      return refusal(mayRun(reached.get()));
    }
    return open.isEmpty()
        ? Optional.empty()
        : refusal(
            StepReason.PROCESS_NOT_PROVEN_GONE.because(
                mayRun(open), MajorityRecoveryRequest.howToState(open)));
  }

  /**
   * A learner that cannot be fenced keeps a restore from its end as a voter does. One that no host
   * has makes no quorum, and nobody could fence it.
   */
  private Stream<Member> configuredLearners() {
    return view.learners().stream().filter(one -> one.configured().isPresent());
  }

  private static String mayRun(List<Member> open) {
    return open.stream()
        .map(voter -> voter.name() + " may still run (" + voter.workload().evidence() + ")")
        .collect(Collectors.joining(" and ", "Nothing is restored while ", "."));
  }

  private static Reason mayRun(Member voter) {
    return voter.configured().isEmpty()
        ? RecoveryReason.PLACE_UNKNOWN.because(
            mayRun(List.of(voter)), addToConfiguration(List.of(voter)))
        : StepReason.PROCESS_NOT_PROVEN_GONE.because(
            mayRun(List.of(voter)),
            "See at %s that its process is gone, then start this again."
                .formatted(voter.words().placeOf(voter.name())));
  }

  private static String addToConfiguration(List<Member> members) {
    return "Add %s to quorate.yml, then start this again.".formatted(Wording.and(members));
  }

  /**
   * The refusal where so many members of the old cluster have data that cannot be set aside, on
   * disks that are not mounted, that they could serve by themselves once somebody starts them: two
   * clusters would answer at the same addresses. Whoever states that a quorum of them is off is
   * told so by the plan.
   */
  Optional<Prescription> mayServeTogether() {
    List<Member> out = RestoreMember.servingTogether(view, request.off());
    if (out.isEmpty()) {
      return Optional.empty();
    }
    List<Member> unknown = out.stream().filter(one -> one.configured().isEmpty()).toList();
    return refusal(
        unknown.isEmpty()
            ? StepReason.OLD_MEMBERS_COULD_SERVE.because(
                Wording.and(out)
                    + " could serve beside the restored cluster: their data cannot be set aside"
                    + " where it is.",
                toMend(out))
            : RecoveryReason.PLACE_UNKNOWN.because(
                "Nothing is restored while "
                    + Wording.and(out)
                    + " could serve by themselves, and quorate.yml does not have "
                    + Wording.and(unknown)
                    + ".",
                addToConfiguration(unknown)));
  }

  /**
   * Returns the doubts about the data of these members, each once, with the members it is about.
   */
  private List<String> toMend(List<Member> out) {
    return out.stream()
        .filter(one -> !request.off().covers(one))
        .collect(
            Collectors.groupingBy(
                one -> one.data().doubt().orElse("the data directory is not seen"),
                LinkedHashMap::new,
                Collectors.toList()))
        .entrySet()
        .stream()
        .map(
            doubt ->
                "Mend %s%s, then start this again: %s."
                    .formatted(
                        doubt.getValue().size() == 1 ? "" : "each of ",
                        Wording.and(doubt.getValue()),
                        doubt.getKey()))
        .toList();
  }

  /**
   * Refuses the restore if a member cannot be stopped. The refusal comes before the first stop,
   * because stopping only some members would be an outage.
   */
  Optional<Prescription> notToBeStopped() {
    return view.members().stream()
        .filter(Member::isListed)
        .filter(member -> member.configured().isEmpty() || member.workload().isUncertain())
        .findFirst()
        .flatMap(
            member ->
                refusal(
                    member.configured().isEmpty()
                        ? RecoveryReason.PLACE_UNKNOWN.because(
                            "Nothing is restored while "
                                + member.name()
                                + " may run on: quorate.yml does not have it.",
                            "Add %1$s to quorate.yml, or remove %1$s from the membership; then start this again."
                                .formatted(member.name()))
                        : StepReason.PROCESS_NOT_PROVEN_GONE.because(
                            "Nothing is restored while %s may run on: %s."
                                .formatted(member.name(), member.workload().evidence()),
                            "Look at %s, then start this again."
                                .formatted(member.words().placeOf(member.name())))));
  }

  /**
   * Returns the refusal to stop a member that {@linkplain #wouldNotComeBack would not start again};
   * empty where every member would.
   */
  Optional<Prescription> unstartable(List<Member> running) {
    return unstartable(running, Optional.empty());
  }

  /**
   * Returns the same refusal, with {@code wayOut} as another thing to do: going on without the data
   * of the member.
   */
  Optional<Prescription> unstartable(List<Member> running, Optional<String> wayOut) {
    return wouldNotComeBack(running)
        .map(
            why ->
                GuardReason.CANNOT_START_AFTERWARDS.because(
                    why.headline(), Stream.concat(why.todo().stream(), wayOut.stream()).toList()))
        .flatMap(this::refusal);
  }

  /**
   * Returns why a running member could not be started again with its present files. Nothing else
   * could be started in its place either. Empty where every running member could be started again.
   */
  public static Optional<Reason> wouldNotComeBack(List<Member> running) {
    return running.stream()
        .filter(member -> member.isListed() && !member.workload().provenAbsent())
        .flatMap(
            member ->
                member.data().doubt().stream()
                    .map(
                        why ->
                            GuardReason.CANNOT_START_AFTERWARDS.because(
                                "%s runs, and stopped it would not come back."
                                    .formatted(member.name()),
                                "Mend %s, then start this again: %s."
                                    .formatted(member.name(), why))))
        .findFirst();
  }

  /** The refusal where a log is at a place from which it cannot be set aside. */
  Optional<Prescription> notToBeSetAside() {
    return view.members().stream()
        .filter(member -> member.isListed() && !member.data().nothingThere())
        .flatMap(
            member ->
                member.data().wal().flatMap(WalDirectory::obstacle).stream()
                    .map(
                        obstacle ->
                            RecoveryReason.LOG_CANNOT_BE_SET_ASIDE.because(
                                "The log of %s cannot be set aside.".formatted(member.name()),
                                "Mend %s, then start this again: %s."
                                    .formatted(member.name(), obstacle))))
        .findFirst()
        .flatMap(this::refusal);
  }

  private Optional<Prescription> refusal(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
