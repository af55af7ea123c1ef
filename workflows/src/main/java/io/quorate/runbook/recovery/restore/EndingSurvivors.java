package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataPosition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.comeback.Survivors;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.runbook.recovery.restore.FewerVoters.FormerPlaces;
import io.quorate.snapshot.Salvage;
import io.quorate.step.IsolatedRuns.SalvageMember;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.EndSurvivor;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.workload.Trap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends the members that run without quorum, by a plan of its own before a restore. The data of a
 * member can be read to the end only after the member has stopped. Nothing is restored while such a
 * member runs.
 *
 * @param isSnapshotLeft whether {@code --from snapshot} finds a source
 */
record EndingSurvivors(ClusterView view, MajorityRecoveryRequest request, boolean isSnapshotLeft) {
  /**
   * Returns the plan that saves and then stops the members that run without quorum, or a refusal;
   * empty where none runs. The end of a member's log can be read only after the member has stopped.
   * This end may hold changes that nobody else has.
   */
  Optional<Prescription> prescription() {
    List<Member> running = new Survivors(view).running();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    List<Member> again = running.stream().filter(this::wasSalvaged).toList();
    if (wasAsked() && !again.isEmpty()) {
      return Optional.of(new Refusal(startedAgain(again)));
    }
    Optional<Prescription> unstartable =
        new RestoreObjections(view, request)
            .unstartable(running, without(running))
            .filter(any -> !givesSurvivorsUp() || noPlace());
    if (unstartable.isPresent()) {
      return unstartable;
    }
    Optional<String> full = full(running);
    if (full.isPresent() && !givesSurvivorsUp()) {
      return Optional.of(
          new Refusal(
              StepReason.NO_SPACE_ON_DISK.because(
                  full.get(),
                  Stream.concat(
                          Stream.of(StepReason.NO_SPACE_ON_DISK.remedy()),
                          without(running).stream())
                      .toList())));
    }
    StepList steps = new StepList();
    new Survivors(view).save(steps);
    steps.then(AskApproval.AS_POLICY_SAYS);
    running.forEach(member -> steps.then(new EndSurvivor(member.name())));
    List<Member> sources =
        Stream.concat(running.stream(), new Salvageable(view).members().stream())
            .distinct()
            .filter(member -> member.configured().isPresent())
            .filter(member -> view.strangerIn(member).isEmpty())
            .filter(member -> OtherHistory.givenUp(view, member).isEmpty())
            .filter(
                member ->
                    !givesSurvivorsUp() || DiskSpace.toSalvage(member).missing(view).isEmpty())
            .toList();
    steps.fence(Salvageable.restarting(sources));
    sources.forEach(
        member -> steps.then(new SalvageMember(member.name(), member.id().orElseThrow())));
    return Optional.of(
        new Plan(
            MajorityRecoveryRequest.NAME,
            request.at(givesSurvivorsUp() ? Stage.SALVAGED : Stage.ENDED),
            "Save what "
                + Wording.and(running)
                + " of "
                + view.cluster()
                + (running.size() == 1 ? " has, then stop it" : " have, then stop them"),
            view,
            steps.list(),
            Stream.concat(
                    stopping(running).stream(),
                    full.map(missing -> notCopied(running, missing)).stream())
                .toList(),
            "No data is touched. What a restore would lose is said before anybody is asked for"
                + " it."));
  }

  /**
   * Returns whether this operation has asked people to end the running members, or to restore. A
   * void question counts too, else a member that comes and goes would lead to the same question
   * again and again.
   */
  private boolean wasAsked() {
    return switch (request.stage()) {
      case ENDED, SALVAGED, RESTORED -> true;
      case FRESH, WAITED, RETURNED -> false;
    };
  }

  /** Returns whether {@link #salvage} finds a snapshot of this member's data. */
  private boolean wasSalvaged(Member member) {
    return salvage(member).isPresent();
  }

  /**
   * Returns the furthest snapshot that was made of this member's data while the member did not run;
   * empty where there is none. Only a snapshot counts whose data reached at least as far as the
   * member has applied now, so an old snapshot does not count. The snapshot itself may reach less
   * far than its data.
   */
  private Optional<Salvage> salvage(Member member) {
    return new Survivors(view)
        .madeOf(member, source -> !source.mayBeStale())
        .filter(made -> Long.compareUnsigned(made.endOfData(), member.appliedIndex()) >= 0)
        .max((one, other) -> Long.compareUnsigned(one.index(), other.index()));
  }

  /**
   * Returns the refusal where members run again that were stopped for a snapshot of their data. A
   * new question would end like the last question.
   */
  private Reason startedAgain(List<Member> running) {
    return RecoveryReason.STARTED_BY_SOMETHING_ELSE.because(
        "%s %s again.%s"
            .formatted(
                Wording.and(running),
                running.size() == 1
                    ? "was stopped when its data was copied, and runs"
                    : "were stopped when their data was copied, and run",
                running.stream().map(this::lacking).collect(Collectors.joining())),
        "Find what starts %s (a supervisor, a timer, a person) and switch that off; then start this again."
            .formatted(Wording.and(running)));
  }

  /**
   * Returns what the snapshot of this member's data lacks, in a sentence; empty text where the
   * snapshot lacks nothing.
   */
  private String lacking(Member member) {
    return salvage(member)
        .map(Salvage::index)
        .filter(index -> Long.compareUnsigned(index, member.appliedIndex()) < 0)
        .map(
            index ->
                " The copy reaches raft index %s, and %s has applied %s."
                    .formatted(
                        Long.toUnsignedString(index),
                        member.name(),
                        Long.toUnsignedString(member.appliedIndex())))
        .orElse("");
  }

  private boolean givesSurvivorsUp() {
    return request.isFrom(From.SNAPSHOT);
  }

  /**
   * Returns how to restore a saved snapshot without the data of the running members. Empty where no
   * saved snapshot or no place for it is left, or where the request already does so.
   */
  private Optional<String> without(List<Member> running) {
    return Optional.of(
            "Or use --from snapshot, losing later writes of %s.".formatted(Wording.and(running)))
        .filter(any -> isSnapshotLeft && !givesSurvivorsUp() && !noPlace());
  }

  /**
   * Returns why the data of the running members could not be copied after their stop; empty where
   * it could.
   */
  private Optional<String> full(List<Member> running) {
    return running.stream()
        .flatMap(member -> DiskSpace.toSalvage(member).missing(view).stream())
        .findFirst();
  }

  /** Returns the warning that what the running members have cannot be copied. */
  private static String notCopied(List<Member> running, String missing) {
    return "What %s %s could not be copied once nothing runs: %s %s %s"
        .formatted(
            Wording.and(running),
            running.size() == 1 ? "has" : "have",
            missing,
            "Make room first, and never delete files of etcd.",
            "Its data stays where it is, and is no source.");
  }

  private List<String> stopping(List<Member> running) {
    List<String> warnings = new ArrayList<>();
    List<Member> off = request.off().voters(view);
    if (!off.isEmpty()) {
      warnings.add(
          Wording.and(off)
              + (off.size() == 1 ? " is" : " are")
              + " not waited for: whoever asked stated "
              + MajorityRecoveryRequest.options(off)
              + ", and nobody could look at "
              + (off.size() == 1 ? "its " : "their ")
              + view.words().places(off.size())
              + ".");
    }
    running.stream().flatMap(member -> trapped(member).stream()).forEach(warnings::add);
    warnings.add(
        Wording.and(running)
            + " may still answer reads that need no quorum. From here on nobody answers until"
            + " quorum is back or a snapshot is restored, which is a question of its own.");
    return warnings;
  }

  /** Returns the warning of what the end of a member does beside. */
  private static Optional<String> trapped(Member member) {
    return member
        .workload()
        .trap(Trap.Kind.STOP)
        .map(
            trap ->
                "The stop of %s sets something off: %s. Without quorum nobody is taken out of the membership; where data is deleted, what is left of it is in the snapshot that is saved before."
                    .formatted(member.name(), trap.words()));
  }

  private boolean noPlace() {
    return view.voters().stream()
        .noneMatch(voter -> FormerPlaces.canBeginEmpty(voter) && !request.off().covers(voter));
  }

  /** Data of members of which a snapshot could be made, and none is kept. */
  record Salvageable(ClusterView view) {
    /** Members whose data, or a part of it, is there and was not made a snapshot as it is now. */
    List<Member> members() {
      return view.members().stream()
          .filter(member -> member.isListed() && member.configured().isPresent())
          .filter(Salvageable::hasSomething)
          .filter(member -> view.strangerIn(member).isEmpty())
          .filter(member -> OtherHistory.givenUp(view, member).isEmpty())
          .filter(member -> !isSalvaged(member))
          .toList();
    }

    /**
     * The members among these that their supervisors start again and again. They are held before
     * their data is copied, because no copy is made of data that a process may have open.
     */
    static List<Member> restarting(List<Member> members) {
      return members.stream().filter(member -> member.workload().isRestarting()).toList();
    }

    /**
     * Whether there is data, or a part of it that tells whose it is: a log does, and a database
     * does not, but it has to name the member.
     */
    private static boolean hasSomething(Member member) {
      return switch (member.data().state()) {
        case PRESENT -> true;
        case PARTIAL ->
            member
                .data()
                .position()
                .filter(far -> member.data().owner().isPresent() || isNamedIn(far, member))
                .isPresent();
        case ABSENT, EMPTY, UNREADABLE -> false;
      };
    }

    private static boolean isNamedIn(DataPosition far, Member member) {
      return far.members().stream().anyMatch(entry -> member.hasId(entry.id()));
    }

    private boolean isSalvaged(Member member) {
      Optional<DataPosition> far = member.data().position();
      Optional<MemberId> id = member.id();
      return far.isPresent()
          && id.isPresent()
          && view.sources().stream()
              .filter(view::isOwn)
              .flatMap(source -> source.saved().salvage().stream())
              .anyMatch(made -> made.isOf(id.get(), far.get()));
    }
  }
}
