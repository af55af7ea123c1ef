package io.quorate.runbook.placement;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.RunningVersions;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.AskApproval;
import io.quorate.step.AwaitReached;
import io.quorate.step.AwaitVoting;
import io.quorate.step.CompareWays;
import io.quorate.step.CopyMember;
import io.quorate.step.LeavePlace;
import io.quorate.step.ResumeMember;
import io.quorate.step.SaveSnapshot;
import io.quorate.step.StopMember;
import io.quorate.step.UpdatePeerUrl;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Migration by moving the data (docs/etcd.md#moving-the-data): the member is stopped, its data is
 * copied and compared, the old directory is set aside, and the member is started from the copy. A
 * migration that an earlier attempt began is continued.
 */
final class MigrationByDataMove {
  private static final long MEBIBYTE = 1 << 20;

  /** Space for the log beside the database: etcd keeps up to five files of 64 MB, and a spare. */
  private static final long LOG_MEBIBYTES = 384;

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
            next.name()
                + " is in the membership as a member of its own, as in the middle of --by replace."
                + " Go on with --by replace, or take it out first.")
        : Optional.empty();
  }

  private Optional<Prescription> begin() {
    return ChangeReadiness.toSpareOne(view)
        .or(migration::placeObjection)
        .or(this::notWhole)
        .or(this::noRoom);
  }

  /** The objection to data that reaches outside its directory: it cannot be copied whole. */
  private Optional<Prescription> notWhole() {
    return old.data().intact()
        ? Optional.empty()
        : MemberMigration.refuse(
            "The data of "
                + old.name()
                + " is not whole in its data directory ("
                + old.data().damage().orElse(old.data().state().name().toLowerCase(Locale.ROOT))
                + "); a log in another directory (ETCD_WAL_DIR) is not copied. Say --by replace.");
  }

  private Optional<Prescription> noRoom() {
    long bytes = old.status().map(MemberStatus::dbSizeBytes).orElse(0L);
    long needed = LOG_MEBIBYTES + Math.ceilDiv(bytes * 6 / 5, MEBIBYTE);
    return next.data()
        .freeBytes()
        .map(free -> free / MEBIBYTE)
        .filter(free -> free < needed)
        .flatMap(
            free ->
                MemberMigration.refuse(
                    "The file system of the next place has "
                        + free
                        + " MiB free, and the data of "
                        + old.name()
                        + " with its log may need "
                        + needed
                        + "."));
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
            "A process may run at the next place of "
                + old.name()
                + " ("
                + next.workload().evidence()
                + "). Look at its host first.")
        : Optional.empty();
  }

  private Optional<Prescription> elsewhere() {
    if (!old.isVoter() && !next.isVoter()) {
      return Optional.of(new Refusal(old.name() + " is no voter of this cluster."));
    }
    return ChangeReadiness.toChange(view)
        .or(
            () ->
                MemberMigration.refuse(
                    Diagnosis.of(view).sentence() + " " + old.name() + " does not vote."));
  }

  private Plan plan() {
    MemberName name = old.name();
    MemberId id = migration.identity().orElseThrow();
    StepList steps = StepList.of(new SaveSnapshot(Wording.snapshotSource(view).orElseThrow()));
    if (stage == Stage.NOT_BEGUN) {
      steps.then(new CompareWays(name));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    if (stage == Stage.NOT_BEGUN) {
      new OneAtATime(view).handOn(steps, old, List.of());
      steps.then(new StopMember(name));
    }
    if (stage != Stage.HANDED_OVER) {
      steps.then(new CopyMember(name, next.name(), id), new LeavePlace(name, next.name(), id));
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
