package io.quorate.runbook.space;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Reason;
import io.quorate.step.Snapshots.CountKeys;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Space.Compact;
import io.quorate.step.Space.Defragment;
import io.quorate.step.Space.Defragment.Until;
import io.quorate.step.StepReason;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Clear NOSPACE (docs/etcd.md#nospace): a database has reached its quota and etcd refuses writes.
 * The order of the steps is fixed: count the keys by prefix, compact, defragment every member, see
 * room, disarm exactly the listed alarms.
 */
public final class ClearNospaceRunbook implements Runbook<ClearNospaceRequest> {
  private static final String NAME = "clear-nospace";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Make a cluster writable again whose database has reached its quota.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(
            ClearNospaceRequest.KEEP_REVISIONS,
            "N",
            "How many revisions of history stay (default 10000); less where that frees too"
                + " little."));
  }

  @Override
  public ClearNospaceRequest request(Options options) {
    return ClearNospaceRequest.of(options);
  }

  @Override
  public String title(ClearNospaceRequest request) {
    return "clear NOSPACE";
  }

  @Override
  public Prescription prescribe(ClusterView view, ClearNospaceRequest request) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    if (diagnosis.code() != DiagnosisCode.NO_SPACE) {
      return diagnosis instanceof Diagnosis.Whole
          ? noAlarm(" " + diagnosis.sentence())
          : ChangeReadiness.toChange(view).orElse(noAlarm(""));
    }
    return ChangeReadiness.confirmed(view)
        .or(() -> objection(view))
        .orElseGet(() -> plan(view, request));
  }

  private static NothingToDo noAlarm(String beside) {
    return new NothingToDo(SpaceReason.NO_ALARM.because("No alarm is raised." + beside));
  }

  private static Optional<Prescription> objection(ClusterView view) {
    List<Member> out = view.voters().stream().filter(voter -> !view.isVoting(voter)).toList();
    if (!out.isEmpty()) {
      return refuse(
          SpaceReason.VOTERS_DO_NOT_VOTE.because(
              Wording.and(out)
                  + (out.size() == 1 ? " does" : " do")
                  + " not vote, and every member has to be defragmented.",
              "Start what is stopped: " + Wording.start(view, "member-restart"),
              "Replace what is lost: " + Wording.start(view, "minority-replace")));
    }
    if (!view.learners().isEmpty()) {
      return refuse(
          SpaceReason.LEARNER_CATCHES_UP.because(
              Wording.and(view.learners())
                  + " is a learner; nothing is defragmented while a member catches up."));
    }
    return view.voters().stream()
        .flatMap(voter -> DisarmAlarm.unread(voter).stream())
        .findFirst()
        .map(
            unread ->
                ChangeReadiness.soon(
                    view,
                    StepReason.SIZE_NOT_READ.because(
                        "Whether there is space for writes is not known: " + unread + ".")));
  }

  /** Room for the copies that the defragmentations write. */
  private static List<DiskSpace> rooms(ClusterView view) {
    return view.voters().stream().map(DiskSpace::toDefragment).toList();
  }

  private static Prescription plan(ClusterView view, ClearNospaceRequest request) {
    boolean full = !view.voters().stream().allMatch(DisarmAlarm::hasRoom);
    Optional<Member> live = request.fullOfLiveKeys(view);
    if (live.isPresent()) {
      return tooMuchIsAlive(view, live.get());
    }
    Optional<String> forbidden = concerns(view).reason(uses(view));
    if (full && forbidden.isPresent()) {
      return withoutDefragmenting(view, forbidden.get());
    }
    Optional<String> tooFull =
        rooms(view).stream().flatMap(room -> room.missing(view).stream()).findFirst();
    if (full && tooFull.isPresent()) {
      return new Refusal(StepReason.NO_SPACE_ON_DISK.because(tooFull.get()));
    }
    StepList steps =
        StepList.of(SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()));
    if (full) {
      steps.then(new CountKeys(Wording.snapshotSource(view).orElseThrow()));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    Optional<Long> keeping = Optional.of(request.keeping(view)).filter(any -> full);
    Map<MemberName, Integer> times =
        keeping.map(number -> makeRoom(steps, view, number)).orElse(Map.of());
    view.alarms().stream()
        .filter(alarm -> alarm.kind() == Alarm.Kind.NOSPACE)
        .forEach(alarm -> steps.then(new DisarmAlarm(alarm, DisarmAlarm.raisedBy(view, alarm))));
    steps.then(new VerifyCluster(view.voters().size()));
    return new Plan(
        NAME,
        request.after(view, times),
        title(view, keeping),
        view,
        steps.list(),
        warnings(view, full),
        "No acknowledged write can be lost: the newest value of every key stays. Writes are refused"
            + " until the alarm is disarmed, as they are now.");
  }

  /**
   * Adds compaction and defragmentations, the member with the smallest quota among the followers
   * first: its size afterwards is that of what stays, so it tells whether more history has to go,
   * and whether the others are worth their stall.
   *
   * @return how often each member is defragmented
   */
  private static Map<MemberName, Integer> makeRoom(StepList steps, ClusterView view, long keeping) {
    long now = ClearNospaceRequest.revision(view);
    OneAtATime turns = new OneAtATime(view);
    List<Member> ordered = new ArrayList<>(turns.order(view.voters()));
    ordered.sort(Comparator.comparing(turns::leads).thenComparing(ClearNospaceRunbook::quotaBytes));
    Member first = ordered.getFirst();
    Map<MemberName, Integer> times = new TreeMap<>();
    steps.then(new Compact(new Revision(Math.max(1, now - keeping))));
    defragment(steps, new Defragment(first.name(), Until.BELOW_QUOTA), times);
    if (keeping > 0) {
      steps.then(new Compact(new Revision(Math.max(1, now)), Optional.of(first.name())));
      defragment(steps, new Defragment(first.name(), Until.BELOW_QUOTA), times);
    }
    for (Member member : ordered.subList(1, ordered.size())) {
      turns.handOn(steps, member, ordered);
      defragment(
          steps,
          new Defragment(member.name(), Until.BELOW_QUOTA, Optional.of(first.name())),
          times);
    }
    return times;
  }

  private static void defragment(StepList steps, Defragment step, Map<MemberName, Integer> times) {
    steps.then(step, new AwaitVoting(step.member()));
    times.merge(step.member(), 1, Integer::sum);
  }

  private static long quotaBytes(Member member) {
    return DisarmAlarm.quota(member) instanceof Quota.Limited limited
        ? limited.bytes()
        : Long.MAX_VALUE;
  }

  private static String title(ClusterView view, Optional<Long> keeping) {
    return "Clear NOSPACE of " + view.cluster() + keeping.map(ClearNospaceRunbook::kept).orElse("");
  }

  private static VersionConcerns concerns(ClusterView view) {
    return new VersionConcerns(view, NAME);
  }

  /** A cluster with a learner is refused, so the only voter is the only member. */
  private static VersionUse[] uses(ClusterView view) {
    return view.voters().size() == 1
        ? new VersionUse[] {VersionUse.DEFRAGMENT}
        : new VersionUse[] {VersionUse.DEFRAGMENT, VersionUse.DEFRAGMENT_BESIDE_OTHERS};
  }

  /**
   * The refusal on a version that must not be defragmented. Only a larger quota makes room then,
   * with a restart on the same version: no version is changed under an alarm (docs/etcd.md#n-19),
   * so the newest patch comes after it.
   */
  private static Refusal withoutDefragmenting(ClusterView view, String forbidden) {
    Member full =
        view.voters().stream()
            .filter(voter -> !DisarmAlarm.hasRoom(voter))
            .findFirst()
            .orElseThrow();
    return new Refusal(
        SpaceReason.MUST_NOT_BE_DEFRAGMENTED.because(
            forbidden + " So only a larger quota makes space.",
            Stream.concat(raising(view, full, ""), newestPatch(view)).toArray(String[]::new)));
  }

  /** The last thing to do; while minors are mixed, the unfinished roll goes on instead. */
  private static Stream<String> newestPatch(ClusterView view) {
    return concerns(view)
        .upgrade(view)
        .filter(command -> !RunningVersions.of(view).areMixed())
        .map(command -> "Then: " + command)
        .stream();
  }

  private static String kept(long number) {
    return String.format(Locale.ROOT, ", keeping %,d revisions", number)
        + (number == 0 ? "" : ", or none where that frees too little");
  }

  private static Refusal tooMuchIsAlive(ClusterView view, Member full) {
    return new Refusal(
        SpaceReason.LIVE_KEYS_FILL_IT.because(
            "All history is compacted; "
                + DisarmAlarm.size(full)
                + " of "
                + full.name()
                + " are live keys.",
            Stream.concat(
                    Stream.of("Delete keys; the alarm allows it."), raising(view, full, "Or "))
                .toArray(String[]::new)));
  }

  /** How the members take over a setting; of one or two voters nobody can be spared. */
  private static String restart(ClusterView view) {
    return view.margin() > 0
        ? ", then: " + Wording.start(view, "rolling-restart")
        : ", then restart "
            + Wording.and(view.voters())
            + " by hand"
            + (view.voters().size() == 1 ? "" : ", one after the other")
            + ".";
  }

  /** How the quota is raised, after a word such as {@code Or} and a blank. */
  private static Stream<String> raising(ClusterView view, Member full, String or) {
    Quota configured = Quota.of(full.installation().settings());
    String quota =
        configured.isAbove(DisarmAlarm.quota(full))
            ? "use the %s in the %s of %s"
                .formatted(configured.inWords(), full.words().settings(), full.name())
            : "raise " + Quota.SETTING + " on all members (at most 8 GiB)";
    String line = or + quota + restart(view);
    return Stream.of(
        line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1),
        "Then: " + Wording.start(view, NAME));
  }

  /**
   * Warns of different quotas: one member with a smaller quota blocks all of them
   * (docs/etcd.md#nospace).
   */
  private static List<String> warnings(ClusterView view, boolean full) {
    List<String> warnings = new ArrayList<>(concerns(view).warnings(uses(view)));
    warnings.add("Find who filled it, or the alarm is back soon.");
    if (full) {
      warnings.addAll(DiskSpace.unknown(view, rooms(view)));
    }
    if (full && view.voters().size() <= 2) {
      warnings.add(
          "Nobody can be spared: while a member is defragmented, whoever reads through it waits.");
    }
    long quotas =
        view.voters().stream()
            .flatMap(voter -> voter.status().stream())
            .map(status -> status.storage().quota())
            .distinct()
            .count();
    if (quotas > 1) {
      warnings.add("The members have different quotas; the smallest one stops all of them.");
    }
    return warnings;
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
