package io.quorate.drawing;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Silence;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataComparison;
import io.quorate.data.DataComparison.KeyHash;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.record.ClusterRecord;
import io.quorate.record.LastComparison;
import io.quorate.record.ObservationMemory;
import io.quorate.record.RecordedPast;
import io.quorate.record.UndoFacts;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.ComparedVoters;
import io.quorate.view.MembershipList;
import io.quorate.view.Observation;
import io.quorate.view.Recorder;
import io.quorate.workload.Arrival;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.MachineTime;
import io.quorate.workload.Placement;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * A cluster drawn for a test: facts as adapters bring them, joined by the real code, so that no
 * test looks at a view that could not have been seen.
 */
public final class DrawnCluster {
  /** When every drawn cluster is looked at. */
  public static final Instant NOW = Instant.parse("2026-11-21T03:02:24Z");

  /** How long ago a source of a restore was saved, where nothing else is drawn. */
  public static final Duration SOURCE_AGE = Duration.ofMinutes(14);

  public final List<DrawnMember> members = new ArrayList<>();
  public final List<Alarm> alarms = new ArrayList<>();

  /** What the configuration names; none: nobody looks what members are started from. */
  public final List<EtcdVersion> releases = new ArrayList<>();

  public ClusterKey key = new ClusterKey("main");
  public MembershipSource source = MembershipSource.LINEARIZABLE;
  public Duration settledFor = Duration.ofHours(1);
  public Optional<Duration> snapshotAge = Optional.of(Duration.ofMinutes(14));
  public Optional<Salvage> salvage = Optional.empty();
  public Duration lookAgain = Duration.ofSeconds(60);
  public Instant now = NOW;

  /** What was remembered before the look. */
  public Optional<ClusterRecord> record = Optional.empty();

  /** Why the record cannot be read. */
  public Optional<String> unread = Optional.empty();

  /** How long ago the sources of a restore were saved. */
  public Duration sourceAge = SOURCE_AGE;

  /** The cluster id that sources of a restore are saved with. */
  public ClusterId sourceOf = DrawnMember.HERE;

  public Protection protection = Protection.NONE;

  /** What it could be restored from. */
  public final List<RestoreSource> sources = new ArrayList<>();

  /** What a restore left behind, where somebody asked. */
  public Optional<UndoFacts> aftermath = Optional.empty();

  /** Who holds the workloads, where the platform has a controller of its own. */
  public Optional<WorkloadControl> control = Optional.empty();

  /** What the platform says of a member that is to go to a node or zone. */
  public Optional<Arrival> arrival = Optional.empty();

  /** Whether the data of the voters was compared. */
  public boolean compared;

  /** What an earlier comparison of these voters found; the view has no comparison of its own. */
  public Optional<EarlierComparison> comparedEarlier = Optional.empty();

  /**
   * An earlier comparison.
   *
   * @param difference who differed; empty where all were equal
   */
  public record EarlierComparison(
      Duration age, Optional<String> difference, Optional<MemberName> odd) {}

  /** Voters that all answer, {@code etcd-0} leading. */
  public static DrawnCluster of(int voters) {
    DrawnCluster drawn = new DrawnCluster();
    for (int number = 0; number < voters; number++) {
      drawn.members.add(new DrawnMember("etcd-" + number));
    }
    if (voters > 0) {
      drawn.members.get(0).leads = true;
    }
    return drawn;
  }

  /** Returns voters that the record saw an hour ago, and whose membership nobody tells now. */
  public static DrawnCluster recorded(int voters) {
    DrawnCluster drawn = of(voters);
    drawn.source = MembershipSource.RECORDED;
    drawn.seenBefore(of(voters));
    return drawn;
  }

  /**
   * Gives this cluster a record that saw the cluster {@code then} an hour ago, and nothing since.
   */
  public void seenBefore(DrawnCluster then) {
    then.now = NOW.minus(Duration.ofHours(1));
    record =
        Optional.of(
            new Recorder(then.view())
                .seen(ClusterRecord.begin(then.key, then.now, "there was no record")));
  }

  public DrawnMember member(int number) {
    return members.get(number);
  }

  /** What a look finds, with the past drawn into it. */
  public ClusterView view() {
    Observation seen = observation();
    ClusterView alone = ClusterView.of(seen, past(ClusterView.of(seen, ObservationMemory.NONE)));
    ClusterView view =
        alone
            .comparedLast(comparedEarlier.map(earlier -> kept(alone, earlier)))
            .after(unread.map(RecordedPast::unread).orElseGet(() -> RecordedPast.of(record)))
            .withSources(sources)
            .protectedBy(protection)
            .controlledBy(control)
            .arriving(arrival);
    ClusterView known = aftermath.map(view::withUndoFacts).orElse(view);
    return compared ? known.withComparisons(comparisons()) : known;
  }

  private LastComparison kept(ClusterView view, EarlierComparison earlier) {
    return new LastComparison(
        now.minus(earlier.age()),
        new Revision(80),
        new ComparedVoters(view).ids(),
        earlier.difference(),
        earlier.odd(),
        Optional.of(now.minus(earlier.age().multipliedBy(2))));
  }

  private List<DataComparison> comparisons() {
    List<DrawnMember> voters =
        members.stream().filter(member -> member.status == VotingStatus.VOTER).toList();
    long newest = voters.stream().filter(m -> m.answers).mapToLong(m -> m.index).min().orElse(1);
    return List.of(
        comparison(voters, newest, member -> member.hash),
        comparison(voters, newest - 1, m -> m.hashBefore.orElse(m.hash / 2)));
  }

  private static DataComparison comparison(
      List<DrawnMember> voters, long at, ToIntFunction<DrawnMember> hash) {
    Map<MemberName, KeyHash> hashes = new HashMap<>();
    Map<MemberName, String> silences = new HashMap<>();
    for (DrawnMember voter : voters) {
      if (voter.answers && voter.hashes) {
        hashes.put(
            voter.name, new KeyHash(hash.applyAsInt(voter), new Revision(voter.compactedAt)));
      } else {
        silences.put(voter.name, voter.silence.words());
      }
    }
    return new DataComparison(new Revision(at), hashes, silences);
  }

  public Observation observation() {
    Map<MemberName, MemberStatus> answers = new HashMap<>();
    Map<MemberName, Silence> silences = new HashMap<>();
    Map<MemberName, ConfiguredMember> places = new HashMap<>();
    Map<MemberName, Workload> workloads = new HashMap<>();
    Map<MemberName, DataDirectory> data = new HashMap<>();
    Map<MemberName, Installation> installations = new HashMap<>();
    Map<MemberName, PeerUrlAnswer> peerUrls = new HashMap<>();
    for (DrawnMember member : members) {
      if (member.answers) {
        answers.put(member.name, answer(member));
      } else {
        silences.put(member.name, member.silence);
      }
      if (member.configured) {
        places.put(member.name, member.place());
      }
      workloads.put(
          member.name,
          member
              .workload
              .on(
                  new Placement(
                      member.machine, member.seenZone, member.seenVolume, member.seenSite),
                  time(member))
              .probed(member.probe.or(() -> member.workload.probe()))
              .trapped(member.trap.or(() -> member.workload.trap())));
      data.put(member.name, member.files());
      installations.put(member.name, member.installation(releases));
      member.peerUrlAnswer().ifPresent(answer -> peerUrls.put(member.name, answer));
    }
    return new Observation(
        key,
        now,
        places,
        answers,
        silences,
        list(),
        alarms,
        peers(100),
        workloads,
        data,
        installations,
        peerUrls,
        snapshot(),
        lookAgain,
        members.stream().anyMatch(member -> member.stalled) ? peers(300) : Map.of());
  }

  private ObservationMemory past(ClusterView first) {
    Map<MemberName, Instant> silent = new HashMap<>();
    members.stream()
        .filter(member -> !member.answers)
        .forEach(member -> silent.put(member.name, now.minus(member.silentFor)));
    return new ObservationMemory(
        first.remembered().shape(), Optional.of(now.minus(settledFor)), silent, silent);
  }

  private Optional<MembershipList> list() {
    List<MembershipEntry> listings =
        members.stream().filter(DrawnMember::listed).map(DrawnMember::listing).toList();
    return source == MembershipSource.NONE
        ? Optional.empty()
        : Optional.of(
            new MembershipList(
                source,
                Optional.of(members.get(0).name),
                listings,
                source.isAnswered() ? Optional.empty() : Optional.of(members.get(0).cluster)));
  }

  private MemberStatus answer(DrawnMember member) {
    MemberId id = member.answersAs.orElse(member.id);
    return new MemberStatus(
        id,
        member.cluster,
        member.version,
        member.status == VotingStatus.LEARNER,
        member.followsNobody ? Optional.empty() : leaderOf(member),
        member.term,
        member.index,
        member.index,
        new Revision(member.index),
        member.dbSize,
        member.dbSizeInUse,
        member.alarms,
        member.upkeep(clusterVersion(member)));
  }

  private String clusterVersion(DrawnMember member) {
    return member.clusterVersion.orElseGet(
        () ->
            members.stream().map(m -> m.version).min(EtcdVersion::compareTo).orElseThrow().line());
  }

  private Optional<MemberId> leaderOf(DrawnMember follower) {
    Predicate<DrawnMember> here = other -> other.leads && other.cluster.equals(follower.cluster);
    if (follower.follows.isPresent()) {
      return follower.follows;
    }
    return follower.leads
        ? Optional.of(follower.id)
        : members.stream().filter(here).map(leader -> leader.id).findFirst();
  }

  /** What members have read of each other, when those that live have sent so many bytes. */
  private Map<MemberName, MemberMetrics> peers(long bytes) {
    Set<MemberId> active =
        members.stream()
            .filter(member -> member.listed() && (member.answers || member.heard))
            .map(member -> member.id)
            .collect(Collectors.toSet());
    return members.stream()
        .filter(member -> member.answers && member.peersRead)
        .collect(Collectors.toMap(m -> m.name, m -> report(m, active, bytes)));
  }

  private MemberMetrics report(DrawnMember member, Set<MemberId> active, long bytes) {
    return new MemberMetrics(
        active,
        false,
        Optional.of(clusterVersion(member)),
        member.quota(),
        member.upkeep,
        members.stream()
            .filter(from -> active.contains(from.id) && !from.equals(member))
            .collect(Collectors.toMap(from -> from.id, from -> from.stalled ? 100L : bytes)));
  }

  /** A snapshot that reaches that far, of a member's data where its id is given. */
  public SavedSnapshot saved(MemberName of, DataPosition far, Optional<MemberId> salvaged) {
    return saved(of, far, salvaged, Salvage.Way.FORCED_COPY, Optional.empty());
  }

  /**
   * A snapshot that reaches that far; made of a member's data in this way where its id is given.
   *
   * @param log the end of the log in the data, where the log ends elsewhere than the snapshot
   */
  public SavedSnapshot saved(
      MemberName of,
      DataPosition far,
      Optional<MemberId> salvaged,
      Salvage.Way way,
      Optional<DataPosition> log) {
    return new SavedSnapshot(
        key,
        of + "-t" + far.lastTerm() + "-i" + far.lastIndex() + ".db",
        "ab".repeat(32),
        1 << 20,
        new Revision(far.lastIndex()),
        far.lastTerm(),
        sourceOf,
        members.get(0).version,
        of,
        now.minus(sourceAge),
        salvaged.map(
            id ->
                new Salvage(
                    id,
                    far.lastTerm(),
                    far.lastIndex(),
                    way,
                    way == Salvage.Way.DATABASE_FILE
                        ? Salvage.Trailer.MISSING
                        : Salvage.Trailer.PRESENT,
                    log.map(end -> new Salvage.LogEnd(end.lastTerm(), end.lastIndex())))));
  }

  /**
   * A source that reaches that far, in revisions as in indexes, with 7 keys; made of all of the
   * member's data where its id is given.
   */
  public RestoreSource source(DrawnMember of, long reached, Optional<MemberId> salvaged) {
    DataPosition far =
        new DataPosition(
            2, reached, reached, reached, reached, List.of(), Optional.empty(), Optional.empty());
    return new RestoreSource(
        saved(of.name, far, salvaged),
        new Revision(reached),
        reached,
        Optional.of(7L),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Optional<SavedSnapshot> snapshot() {
    return snapshotAge.map(
        age ->
            new SavedSnapshot(
                key,
                "main.db",
                "00",
                1 << 20,
                new Revision(80),
                2,
                DrawnMember.HERE,
                members.get(0).version,
                members.get(0).name,
                now.minus(age),
                salvage));
  }

  private Optional<MachineTime> time(DrawnMember member) {
    Optional<Instant> clock = member.ahead.map(now::plus);
    return MachineTime.of(member.up, clock, now, now).or(() -> member.workload.machineTime());
  }
}
