package io.quorate.runbook.placement;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.step.Addresses.UpdatePeerUrl;
import io.quorate.step.Moves.CompareWays;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.SetAsides.SetStaleCopyAside;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Verdict;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import io.quorate.workload.WalDirectory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Migration by moving the data (docs/etcd.md#moving-the-data): the member is stopped, its data is
 * copied and compared, the old directory is set aside, and the member is started from the copy. A
 * migration that an earlier attempt began is continued.
 */
final class MigrationByDataMove {
  /** Stages of the migration, told from the observed facts. */
  private enum Stage {
    /** The member votes at its old place. */
    NOT_BEGUN,
    /** The member is stopped and held at its old place; its data is there, and a copy may exist. */
    STOPPED,
    /** The copy has taken over at the next place, and the member does not vote there yet. */
    HANDED_OVER,
    /** The facts fit no other stage. */
    ELSEWHERE
  }

  private final MemberMigration migration;
  private final ClusterView view;
  private final Member old;
  private final Member next;
  private final Stage stage;

  MigrationByDataMove(MemberMigration migration) {
    this.migration = migration;
    this.view = migration.view();
    this.old = migration.old();
    this.next = migration.next();
    this.stage = stage();
  }

  private Stage stage() {
    if (view.isVoting(old)) {
      return Stage.NOT_BEGUN;
    }
    boolean over =
        old.data().nothingThere()
            && migration.identity().filter(id -> next.data().tookOver(id)).isPresent();
    if (over && !view.isVoting(next)) {
      return Stage.HANDED_OVER;
    }
    boolean held = migration.isHeld() && old.isVoter() && view.hasOwnData(old);
    return held ? Stage.STOPPED : Stage.ELSEWHERE;
  }

  Prescription prescription() {
    return otherWay()
        .or(
            () ->
                switch (stage) {
                  case NOT_BEGUN -> begin();
                  case STOPPED, HANDED_OVER -> goOn();
                  case ELSEWHERE -> elsewhere();
                })
        .orElseGet(this::plan);
  }

  /** The objection while both places are in the membership: a migration by replace is under way. */
  private Optional<Prescription> otherWay() {
    return old.isListed() && next.isListed()
        ? MemberMigration.refuse(
            PlacementReason.REPLACE_UNDER_WAY.because(
                next.name()
                    + " is in the membership as a member of its own, as in the middle of --by"
                    + " replace.",
                Wording.start(
                    view, PlannedMigrationRequest.NAME, "--member " + old.name(), "--by replace"),
                "Or remove " + next.name() + " first."))
        : Optional.empty();
  }

  private Optional<Prescription> begin() {
    return ChangeReadiness.toRestart(view)
        .or(migration::placeObjection)
        .or(() -> staleCopy().isPresent() ? Optional.empty() : migration.notEmpty())
        .or(this::logStays)
        .or(this::severalUrls)
        .or(this::notWhole)
        .or(this::noRoom);
  }

  /** Sets aside what an earlier migration copied, where that is all there is at the next place. */
  private Optional<SetStaleCopyAside> staleCopy() {
    return old.id()
        .map(id -> new SetStaleCopyAside(next.name(), old.name(), id))
        .filter(step -> next.data().state() == DataDirectory.State.PRESENT)
        .filter(step -> step.mayRun(view).equals(Verdict.PROCEED));
  }

  /**
   * The objection to a log with a directory of its own that cannot be renamed, or in which none can
   * begin; or that is the same at both places.
   */
  private Optional<Prescription> logStays() {
    Optional<String> leaving = old.data().wal().map(WalDirectory::path);
    return Stream.of(old, next)
        .flatMap(place -> place.data().wal().flatMap(WalDirectory::obstacle).stream())
        .findFirst()
        .map(why -> "The log of " + old.name() + " is not moved: " + why + ".")
        .or(
            () ->
                leaving
                    .filter(path -> !areOnTwoMachines())
                    .filter(path -> next.data().wal().filter(log -> isAt(log, path)).isPresent())
                    .map(
                        path ->
                            "Both places of %s have their log in %s (ETCD_WAL_DIR)."
                                .formatted(old.name(), path)))
        .flatMap(
            why ->
                MemberMigration.refuse(
                    PlacementReason.LOG_CANNOT_MOVE.because(why, "Or say --by replace.")));
  }

  /** Whether the places are known to be on two machines, where one path is two directories. */
  private boolean areOnTwoMachines() {
    Optional<String> here = old.workload().placement().node();
    Optional<String> there = next.workload().placement().node();
    return here.isPresent() && there.isPresent() && !here.equals(there);
  }

  private static boolean isAt(WalDirectory log, String path) {
    return log.path().equals(path);
  }

  /** The objection where nobody can tell which of several listed URLs the new one replaces. */
  private Optional<Prescription> severalUrls() {
    String there = MemberMigration.peerUrl(next);
    return old.entry()
        .map(MembershipEntry::peerUrls)
        .filter(urls -> urls.size() > 1 && !urls.contains(there))
        .flatMap(
            urls ->
                MemberMigration.refuse(
                    PlacementReason.WHICH_URL_IS_REPLACED.because(
                        "%s is listed at %s, and which of them %s replaces is not known."
                            .formatted(old.name(), String.join(" and ", urls), there),
                        byReplace())));
  }

  private Optional<Prescription> notWhole() {
    return old.data().intact()
        ? Optional.empty()
        : MemberMigration.refuse(
            PlacementReason.DATA_NOT_WHOLE_TO_MOVE.because(
                "The data of "
                    + old.name()
                    + " is not whole in its data directory ("
                    + old.data()
                        .damage()
                        .map(DataFinding::words)
                        .orElse(old.data().state().name().toLowerCase(Locale.ROOT))
                    + ").",
                byReplace()));
  }

  private String byReplace() {
    return Wording.start(
        view, PlannedMigrationRequest.NAME, "--member " + old.name(), "--by replace");
  }

  private Optional<Prescription> noRoom() {
    return room()
        .missing(view)
        .flatMap(why -> MemberMigration.refuse(StepReason.NO_SPACE_ON_DISK.because(why)));
  }

  private DiskSpace room() {
    return DiskSpace.toMove(old, next.name());
  }

  /** The objection to going on: anything wrong besides this member, which is out on purpose. */
  private Optional<Prescription> goOn() {
    List<Member> out = view.voters().stream().filter(voter -> !view.isVoting(voter)).toList();
    boolean only =
        out.size() == 1
            && (out.get(0).name().equals(old.name()) || out.get(0).name().equals(next.name()));
    boolean well =
        only
            && view.margin() >= 0
            && view.learners().isEmpty()
            && view.alarms().isEmpty()
            && !RunningVersions.of(view).areMixed();
    if (!well) {
      return ChangeReadiness.toChange(view);
    }
    return ChangeReadiness.confirmed(view).or(this::occupied);
  }

  private Optional<Prescription> occupied() {
    return stage == Stage.STOPPED && !next.workload().provenAbsent()
        ? MemberMigration.refuse(
            RunbookReason.STRAY_PROCESS.because(
                "A process may run at the next place of "
                    + old.name()
                    + " ("
                    + next.workload().evidence()
                    + ").",
                next.words()))
        : Optional.empty();
  }

  private Optional<Prescription> elsewhere() {
    if (!old.isVoter() && !next.isVoter()) {
      return Optional.of(
          new Refusal(
              StepReason.NOT_A_VOTER.because(
                  old.name() + " is no voter of this cluster.", "Name a voter of the cluster.")));
    }
    return ChangeReadiness.toChange(view)
        .or(
            () ->
                MemberMigration.refuse(
                    StepReason.VOTER_DOES_NOT_VOTE.because(
                        DiagnosisTable.diagnose(view).sentence()
                            + " "
                            + old.name()
                            + " does not vote.",
                        "Bring " + old.name() + " back first.")));
  }

  private Plan plan() {
    MemberName name = old.name();
    MemberId id = migration.identity().orElseThrow();
    StepList steps =
        StepList.of(SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()));
    if (stage == Stage.NOT_BEGUN) {
      steps.then(new CompareWays(name));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    if (stage == Stage.NOT_BEGUN) {
      staleCopy().ifPresent(steps::then);
      new OneAtATime(view).handOn(steps, old, List.of());
    }
    if (stage != Stage.HANDED_OVER) {
      // Also where it is stopped already: an abort takes that back.
      steps.then(
          new StopMember(name),
          new CopyMember(name, next.name(), id),
          new LeavePlace(name, next.name(), id));
    }
    Optional<UpdatePeerUrl> update = newUrl(id);
    update.ifPresent(steps::then);
    steps.then(new ResumeMember(next.name()), new AwaitVoting(next.name()));
    update.ifPresent(step -> steps.then(new AwaitReached(next.name(), id, step.to())));
    return migration.plan(steps, view.voters().size(), promise());
  }

  private Optional<UpdatePeerUrl> newUrl(MemberId id) {
    Optional<String> listed =
        old.entry()
            .or(next::entry)
            .map(MembershipEntry::peerUrls)
            .filter(urls -> urls.size() == 1)
            .map(List::getFirst);
    String there = MemberMigration.peerUrl(next);
    return listed
        .filter(url -> !url.equals(there))
        .map(url -> new UpdatePeerUrl(old.name(), id, url, there, Optional.empty()));
  }

  private String promise() {
    return "No acknowledged write can be lost: the old data is set aside, never deleted. "
        + (view.quorum().tolerated() > 1
            ? "Writes go on even if one of the others fails meanwhile."
            : "If another member fails while "
                + old.name()
                + " is out, writes stop until one of them is back.");
  }
}
