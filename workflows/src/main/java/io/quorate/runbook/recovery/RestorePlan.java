package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Highest;
import io.quorate.cluster.Member;
import io.quorate.cluster.OtherMachine;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.RestoredMember;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.cluster.WalDirectory;
import io.quorate.cluster.Workload;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.StepList;
import io.quorate.runbook.recovery.MajorityRecoveryRequest.Stage;
import io.quorate.step.AddLearner;
import io.quorate.step.AskApproval;
import io.quorate.step.AwaitInSync;
import io.quorate.step.LeaveOldDirectory;
import io.quorate.step.PromoteLearner;
import io.quorate.step.RestoreMember;
import io.quorate.step.SaveSnapshot;
import io.quorate.step.StartMember;
import io.quorate.step.StartRestored;
import io.quorate.step.TakeDown;
import io.quorate.step.TryRestore;
import io.quorate.step.VerifyCluster;
import io.quorate.step.VerifyRestored;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Steps of a restore from one source: fence all, restore one, verify it, grow to full size. */
final class RestorePlan {
  /** Covers a week of 1,500 writes a second (etcd's op-guide/recovery.md). */
  static final long BUMP = 1_000_000_000L;

  private final ClusterView view;
  private final MajorityRecoveryRequest request;
  private final RestoreSource source;
  private final Member place;
  private final Loss loss;
  private final SourceLeftovers leftovers;

  /**
   * The plan for this source.
   *
   * @param place the member as which it is restored first
   */
  RestorePlan(
      ClusterView view, MajorityRecoveryRequest request, RestoreSource source, Member place) {
    this.view = view;
    this.request = request;
    this.source = source;
    this.place = place;
    this.loss = new Loss(view, source);
    this.leftovers = new SourceLeftovers(source, place);
  }

  Prescription make() {
    RestoredMember first = first();
    if (!view.past().incarnations(first.owner().cluster()).isEmpty()) {
      return new Refusal(
          "The token "
              + first.bootstrapName()
              + " would give the cluster id "
              + first.owner().cluster()
              + ", which was used before. Choose another --bump-revision.");
    }
    return tooNew().or(this::forgotten).or(this::tooLow).orElseGet(() -> plan(first));
  }

  /**
   * The refusal of a snapshot of a newer minor than the etcd that would start on it: 3.4 crashes,
   * 3.6 refuses, and 3.5 starts on one of 3.7 (docs/etcd.md#snapshots), with nothing in the data
   * that tells.
   */
  private Optional<Prescription> tooNew() {
    EtcdVersion from = source.saved().version();
    return Optional.of(place)
        .filter(here -> isOlder(here, source))
        .flatMap(here -> here.installation().binary())
        .map(
            own ->
                new Refusal(
                    "%1$s is of etcd %2$s, and %3$s would be started on it with %4$s, which may crash, or start and not understand all that is in it. Let %3$s start with %5$s (its binary, or the release it is linked to). Or name a snapshot of %6$s with --snapshot, which loses what came after it."
                        .formatted(
                            source.saved().file(),
                            from,
                            place.name(),
                            own,
                            from.line(),
                            own.line())));
  }

  /** Whether the etcd of a place, as far as it is known, is of an older minor than a snapshot. */
  static boolean isOlder(Member place, RestoreSource source) {
    EtcdVersion from = source.saved().version();
    return place
        .installation()
        .binary()
        .filter(own -> own.isBefore(from) && !own.sameLine(from))
        .isPresent();
  }

  /**
   * The refusal while the record of the ids that were used cannot be read: under a used one old
   * members would join what is restored (docs/etcd.md#n-07). Revisions that are raised by what no
   * restore ever raised them by give an id that was never used.
   */
  private Optional<Prescription> forgotten() {
    return view.past()
        .unread()
        .filter(why -> bump() <= BUMP)
        .map(
            why ->
                new Refusal(
                    ("The record of the cluster cannot be read (%s), so which cluster ids it had is"
                         + " not known, and under a used one old members would join what is"
                         + " restored. Mend the place of the snapshots, then start this again.")
                            .formatted(why)
                        + (canBump()
                            ? String.format(
                                Locale.ROOT,
                                " If the record is lost for good, start this with a --bump-revision"
                                    + " above %,d that no restore had before.",
                                BUMP)
                            : "")));
  }

  /**
   * The refusal of raised revisions that clients have seen already: a watch from one of them would
   * miss what comes until the new cluster has passed it (docs/etcd.md#n-34).
   */
  private Optional<Prescription> tooLow() {
    if (request.dataIsWrong().isPresent() && bump() != 0 && bump() < BUMP) {
      return Optional.of(
          new Refusal(
              String.format(
                  Locale.ROOT,
                  "The cluster works and writes on, so nobody knows how far clients have seen when"
                      + " it is stopped. Leave --bump-revision out for %,d.",
                  BUMP)));
    }
    long seen = highestKnown();
    long begin = source.revision().value() + bump();
    return bump() == 0 || bump() >= BUMP || begin > seen && seen > 0
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                String.format(
                    Locale.ROOT,
                    "--bump-revision %,d would begin at revision %,d, and %s: watches would miss"
                        + " changes without a sign. Leave it out for %,d.",
                    bump(),
                    begin,
                    seen > 0
                        ? String.format(
                            Locale.ROOT, "clients may have seen revision %,d already", seen)
                        : "how far clients have seen is not known",
                    BUMP)));
  }

  /**
   * The highest revision that the record, data of members, or a snapshot beyond the source knows
   * of; 0 where neither record nor data does, because a snapshot alone bounds nothing from above.
   */
  private long highestKnown() {
    long told = highestTold();
    long shown = new QuorumReach(view, source).revision().map(Highest::value).orElse(0L);
    return told == 0 ? 0 : Math.max(told, shown);
  }

  private long highestTold() {
    return Stream.concat(
            view.past().incarnations(source.saved().clusterId()).stream()
                .flatMap(incarnation -> incarnation.revision().stream())
                .map(Highest::value),
            view.members().stream()
                .flatMap(member -> member.data().position().stream())
                .map(DataPosition::highestRevision))
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }

  private Plan plan(RestoredMember first) {
    String file = source.saved().file();
    StepList steps = StepList.of(new TryRestore(place.name(), file, bump()));
    if (view.margin() >= 0) {
      view.leader().ifPresent(leader -> steps.then(new SaveSnapshot(leader.name())));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    fence(steps);
    old().stream()
        .filter(member -> member.data().couldBeRead() && !member.data().nothingThere())
        .forEach(
            member -> steps.then(new LeaveOldDirectory(member.name(), member.id().orElseThrow())));
    steps.then(
        new RestoreMember(first, file, bump(), request.off().members()),
        new VerifyRestored(first, source.revision(), bump(), source.keys()),
        new StartRestored(first, request.off().members()));
    leftovers.clear(steps);
    others().forEach(member -> join(steps, member));
    steps.then(new VerifyCluster(1 + others().size()), new SaveSnapshot(place.name()));
    Plan plan =
        new Plan(
            MajorityRecoveryRunbook.NAME,
            request.leaving(view.clusterId()).at(Stage.RESTORED),
            "Restore " + view.cluster() + " from " + file,
            view,
            steps.list(),
            warnings(),
            promise());
    return plan.announcing(loss.announced());
  }

  /** Members that work are stopped only because their data is wrong, which their step says. */
  private void fence(StepList steps) {
    if (request.dataIsWrong().isPresent()) {
      old().stream()
          .filter(member -> member.workload().state() != Workload.State.ABSENT)
          .forEach(member -> steps.then(new TakeDown(member.name())));
    } else {
      steps.fence(old().stream().filter(member -> !RestoreMember.cannotStart(member)).toList());
    }
  }

  /**
   * The configured members of the old cluster, listed as voters or not: all are fenced that were
   * not stated to be off.
   */
  private List<Member> old() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isPresent())
        .filter(member -> !request.off().covers(member))
        .toList();
  }

  private RestoredMember first() {
    String url = place.configured().map(ConfiguredMember::peerUrl).orElseThrow();
    return RestoredMember.of(place.name(), url, token());
  }

  private String token() {
    long before = view.past().earlier().size() + (view.past().incarnation().isPresent() ? 1L : 0L);
    return token(view.cluster(), before, source.saved(), bump());
  }

  /**
   * The token: the cluster, how many histories it had before, and which bytes are restored how. The
   * same plan has the same one, and no other history ever had it.
   */
  static String token(ClusterKey cluster, long before, SavedSnapshot saved, long bump) {
    return "%s-%d-%s-%d"
        .formatted(
            cluster.value().replaceAll("[^A-Za-z0-9._-]", "-"),
            before + 1,
            saved.sha256().substring(0, Math.min(8, saved.sha256().length())),
            bump);
  }

  private long bump() {
    return canBump() ? request.bump().orElse(BUMP) : 0;
  }

  private boolean canBump() {
    return place.installation().binary().orElse(source.saved().version()).raisesRevisions();
  }

  /**
   * The members that join the restored one: those whose place can be used, an odd number with it.
   */
  private List<Member> others() {
    List<Member> all =
        view.voters().stream()
            .filter(voter -> !voter.name().equals(place.name()))
            .filter(voter -> voter.configured().isPresent())
            .filter(voter -> canBeginEmpty(voter) && !request.off().covers(voter))
            .collect(Collectors.toCollection(ArrayList::new));
    if (all.size() % 2 == 1) {
      all.removeLast();
    }
    return leftovers.letOthersJoin() ? all : List.of();
  }

  /** Whether a member can begin at this place, once what is there is set aside. */
  static boolean canBeginEmpty(Member member) {
    return member.workload().state() != Workload.State.ABSENT
        && member.data().couldBeRead()
        && member.data().wal().flatMap(WalDirectory::obstacle).isEmpty();
  }

  private static void join(StepList steps, Member member) {
    steps.then(
        new AddLearner(
            member.name(), member.configured().map(ConfiguredMember::peerUrl).orElseThrow()),
        new StartMember(member.name()),
        new AwaitInSync(member.name()),
        new PromoteLearner(member.name()));
  }

  private List<String> warnings() {
    List<String> warnings =
        new ArrayList<>(
            UnfencedMembers.of(view, request.off()).warnings(first().owner().cluster()));
    new Fences(old()).sentence().ifPresent(warnings::add);
    OtherMachine.in(view).stream().map(OtherMachine::sentence).forEach(warnings::add);
    fewer().warning().ifPresent(warnings::add);
    warnings.addAll(ofTheSource());
    warnings.addAll(ofClients());
    view.clusterId()
        .map(ClusterId::toString)
        .ifPresent(
            id ->
                warnings.add(
                    "The old cluster "
                        + id
                        + " ends here: nothing of it is deleted, and a member of it that is started"
                        + " by hand is refused by the new one ("
                        + first().owner().cluster()
                        + ")."));
    warnings.addAll(leftovers.warnings());
    new OtherSources(view, source).openToAll().ifPresent(warnings::add);
    return warnings;
  }

  private FewerVoters fewer() {
    List<Member> afterwards = Stream.concat(Stream.of(place), others().stream()).toList();
    return new FewerVoters(view, request.off(), afterwards, leftovers);
  }

  private List<String> ofTheSource() {
    List<String> warnings = new ArrayList<>();
    request
        .dataIsWrong()
        .ifPresentOrElse(
            because ->
                warnings.add(
                    (view.margin() < 0 ? "" : "The cluster works. ")
                        + "All that was written after the snapshot is thrown away, because the data"
                        + " is wrong: "
                        + because
                        + (because.endsWith(".") ? "" : ".")
                        + " It is down from the first stop until "
                        + place.name()
                        + " serves."),
            () -> {
              warnings.addAll(loss.warnings());
              warnings.addAll(unused());
            });
    return warnings;
  }

  private List<String> ofClients() {
    return List.of(
        bump() == 0
            ? "Revisions begin where the source ends: watches of clients can hang, and caches go"
                + " wrong. Restart everything that watches or caches keys."
            : String.format(
                Locale.ROOT,
                "Clients see revisions %,d higher and every older one compacted: each watch ends"
                    + " and lists anew.",
                bump()),
        "Leases begin anew with their full time, and locks have to be taken again.");
  }

  /** Data of which a snapshot was to be made, and could not. */
  private List<String> unused() {
    return request.stage() == Stage.SALVAGED
        ? new Salvageable(view)
            .members().stream()
                .map(
                    member ->
                        "No snapshot could be made of the data of "
                            + member.name()
                            + ": it is no source.")
                .toList()
        : List.of();
  }

  private String promise() {
    return loss.isNothing()
        ? "No acknowledged write is lost. The old data is kept."
        : promiseOfALoss();
  }

  private String promiseOfALoss() {
    return loss.certain()
        .filter(changes -> changes == 0)
        .map(
            none ->
                "Nothing is missing of what quorum was last seen to have; what was acknowledged"
                    + " after that and is in no data that is left is lost.")
        .orElse(
            "Acknowledged writes are lost: all that is not in the source. The old data is kept.");
  }
}
