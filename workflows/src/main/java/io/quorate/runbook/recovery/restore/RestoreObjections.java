package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.comeback.Survivors;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.WalDirectory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Objections to a restore: members of the old cluster that may run on, or could serve once somebody
 * starts them (docs/etcd.md#n-12). Where a host cannot be reached a person's statement stands in
 * for the proof, member by member.
 */
public record RestoreObjections(ClusterView view, MajorityRecoveryRequest request, Diagnosis lost) {
  /** The refusal of a statement about somebody who is no voter, or of whom something is seen. */
  public Optional<Prescription> misstated() {
    Optional<MemberName> nobody =
        request.off().members().stream()
            .filter(name -> request.stage() != Stage.RESTORED)
            .filter(name -> view.member(name).filter(Member::isListed).isEmpty())
            .findFirst();
    if (nobody.isPresent()) {
      return refusal(
          "%s was stated to be off and is no member of %s, as far as is known; its voters are %s."
              .formatted(nobody.get(), view.cluster(), Wording.and(view.voters())));
    }
    return request
        .off()
        .contradiction(view)
        .flatMap(
            what ->
                refusal(
                    what
                        + ". A statement is only for a host that cannot be reached: start this"
                        + " again without it, so that the member is looked at where it is."));
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
      return refusal(mayRun(List.of(reached.get())) + howToSee(reached.get()));
    }
    return open.isEmpty()
        ? Optional.empty()
        : refusal(mayRun(open) + MajorityRecoveryRequest.howToState(open));
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
        .collect(Collectors.joining(" and ", "Nothing is restored while ", ". "));
  }

  private static String howToSee(Member voter) {
    return voter.configured().isEmpty()
        ? "quorate.yml does not have it. Add it there, so that its host is looked at, then start"
            + " this again."
        : "See on its host that its process is gone, then start this again.";
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
    List<Member> unmounted = out.stream().filter(one -> !request.off().covers(one)).toList();
    return refusal(
        unknown.isEmpty()
            ? "Nothing is restored while "
                + Wording.and(out)
                + " could serve by themselves once their data is back: it cannot be set aside"
                + " where it is. Of "
                + unmounted.stream()
                    .map(
                        one ->
                            one.name()
                                + ", "
                                + one.data().doubt().orElse("the data directory is not seen"))
                    .collect(Collectors.joining(". Of "))
                + ". Mend that, then start this again."
            : "Nothing is restored while "
                + Wording.and(out)
                + " could serve by themselves, and quorate.yml does not have "
                + Wording.and(unknown)
                + ". Add them there, so that their hosts are looked at, then start this again.");
  }

  /** Whoever cannot be stopped shows before the first one is: half of it would be an outage. */
  Optional<Prescription> notToBeStopped() {
    return view.members().stream()
        .filter(Member::isListed)
        .filter(member -> member.configured().isEmpty() || member.workload().isUncertain())
        .findFirst()
        .flatMap(
            member ->
                refusal(
                    "Nothing is restored while "
                        + member.name()
                        + " may run on: "
                        + (member.configured().isEmpty()
                            ? "quorate.yml does not have it. Add it there, or remove it from the"
                                + " membership, then start this again."
                            : member.workload().evidence()
                                + ". Look at its host, then start this again.")));
  }

  /**
   * Returns the refusal to stop a member that {@linkplain #wouldNotComeBack would not start again};
   * empty where every member would.
   */
  Optional<Prescription> unstartable(List<Member> running) {
    return unstartable(running, Optional.empty());
  }

  /**
   * Returns the same refusal, followed by the sentence {@code wayOut} about going on without the
   * data of the member.
   */
  Optional<Prescription> unstartable(List<Member> running, Optional<String> wayOut) {
    return wouldNotComeBack(running)
        .flatMap(why -> refusal(why + "." + wayOut.map(" "::concat).orElse("")));
  }

  /**
   * Returns why a running member could not be started again with its present files, as a sentence
   * without a full stop. Nothing else could be started in its place either. Empty where every
   * running member could be started again.
   */
  public static Optional<String> wouldNotComeBack(List<Member> running) {
    return running.stream()
        .filter(member -> member.isListed() && !member.workload().provenAbsent())
        .flatMap(
            member ->
                member.data().doubt().stream()
                    .map(
                        why ->
                            "%s runs, and stopped it would not come back: %s. Mend that, then start this again"
                                .formatted(member.name(), why)))
        .findFirst();
  }

  /** The refusal where a log is at a place from which it cannot be set aside. */
  Optional<Prescription> notToBeSetAside() {
    return view.members().stream()
        .filter(member -> member.isListed() && !member.data().nothingThere())
        .flatMap(member -> member.data().wal().flatMap(WalDirectory::obstacle).stream())
        .findFirst()
        .flatMap(
            obstacle ->
                refusal(
                    "The log of a member could not be set aside once it is stopped: "
                        + obstacle
                        + "."));
  }

  private Optional<Prescription> refusal(String because) {
    return Optional.of(new Refusal(because + " " + lost.sentence()));
  }
}
