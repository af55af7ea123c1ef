package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataVerdict;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.ObservationMemory;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.view.ClusterView;
import io.quorate.view.HistoryConflict;
import io.quorate.view.Member;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of a cluster around a look: read before it, written after it. */
class RememberingTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final List<MemberName> NAMES =
      Stream.of("etcd-0", "etcd-1", "etcd-2").map(MemberName::new).toList();
  private static final MemberName ASKED = NAMES.get(0);
  private static final MemberName HUNG = NAMES.get(2);

  private static final HostLook RUNNING =
      new HostLook(
          Workload.running("pid 4711", new Run("4711", "pid 4711")),
          DataDirectory.of(DataDirectory.State.PRESENT),
          Installation.UNKNOWN);

  @TempDir Path directory;

  private boolean stopped;
  private String files = "3.6:0a";
  private Optional<DataFinding> damage = Optional.empty();
  private final AtomicLong examined = new AtomicLong();
  private final Set<MemberName> looked = ConcurrentHashMap.newKeySet();

  private Instant now = Instant.parse("2026-03-04T05:06:07Z");
  private ClusterRecords records;
  private final Map<MemberName, ConfiguredMember> places = new TreeMap<>();
  private final Map<MemberName, Long> index = new ConcurrentHashMap<>();
  private final AtomicLong received = new AtomicLong();
  private Runnable whenListed = () -> {};

  @BeforeEach
  void begin() {
    records = SnapshotPlace.in(directory, Clock.fixed(now, ZoneOffset.UTC)).records();
    NAMES.forEach(name -> index.put(name, 100L));
    NAMES.forEach(name -> places.put(name, place(name)));
  }

  @Test
  void aLookIsRecordedAtMostOnceAMinute() {
    look();
    assertThat(record().current().flatMap(Incarnation::raftIndex))
        .contains(new HighWaterMark(100, now));
    Instant first = now;
    later(Duration.ofSeconds(59), 101);
    look();
    assertThat(record().lastLook().map(LastLook::at)).contains(first);
    later(Duration.ofSeconds(1), 102);
    look();
    assertThat(record().current().flatMap(Incarnation::raftIndex))
        .contains(new HighWaterMark(102, now));
  }

  @Test
  void aLookInTheFutureHoldsUpNoWriting() {
    now = now.plus(Duration.ofDays(9));
    look();
    later(Duration.ofDays(-9), 101);
    look();
    assertThat(record().lastLook().map(LastLook::at)).contains(now);
    assertThat(record().current().flatMap(Incarnation::raftIndex))
        .contains(new HighWaterMark(101, now));
  }

  /** What a plan to start or to restore rests on: a quick look overlooks what stops the start. */
  @Test
  void allDataIsReadBeforeAPlanWithoutQuorum() {
    allStop();
    damage =
        Optional.of(new DataFinding(DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree"));
    assertThat(isDamaged(prescribing(ObservationDepth.KNOWN_SOURCES))).isFalse();
    assertThat(examined).hasValue(0);
    assertThat(isDamaged(prescribing(ObservationDepth.SOURCES))).isTrue();
    assertThat(examined).hasValue(NAMES.size());
  }

  @Test
  void aReadingOfAllDataIsRememberedWhileTheFilesAreTheSame() {
    allStop();
    damage =
        Optional.of(new DataFinding(DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree"));
    prescribing(ObservationDepth.SOURCES);
    damage = Optional.empty();
    assertThat(isDamaged(prescribing(ObservationDepth.USUAL))).isTrue();
    assertThat(isDamaged(prescribing(ObservationDepth.SOURCES))).isTrue();
    assertThat(examined).hasValue(NAMES.size());
    files = "3.6:0b";
    assertThat(isDamaged(prescribing(ObservationDepth.USUAL))).isFalse();
    assertThat(isDamaged(prescribing(ObservationDepth.SOURCES))).isFalse();
    assertThat(examined).hasValue(2L * NAMES.size());
  }

  @Test
  void aDataDirectoryThatWasReadInFullIsNotReadAgain() {
    allStop();
    prescribing(ObservationDepth.SOURCES);
    ClusterView later = prescribing(ObservationDepth.SOURCES);
    assertThat(later.member(ASKED).orElseThrow().data().isUnproven()).isFalse();
    assertThat(examined).hasValue(NAMES.size());
  }

  @Test
  void noDataIsReadWholeWhileQuorumVotes() {
    look();
    prescribing(ObservationDepth.SOURCES);
    assertThat(examined).hasValue(0);
  }

  @Test
  void aLookThatDoesNotRecordWritesNothing() {
    new Observer(ports(), clock()).look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
    assertThat(records.read(MAIN).generation()).isZero();
  }

  @Test
  void aLookAfterALongTimeKnowsSinceWhenTheLeaderHasNotChanged() {
    look();
    Instant first = now;
    later(Duration.ofDays(9), 100);
    assertThat(look().settledSince()).isEqualTo(first);
  }

  /** Members replay their logs, and catch up before quorum confirms the list. */
  @Test
  void anIndexThatCatchesUpDuringTheListingIsNoOtherHistory() {
    look();
    later(Duration.ofMinutes(5), 60);
    whenListed = () -> NAMES.forEach(name -> index.put(name, 100L));
    assertThat(look().conflict()).isEmpty();
  }

  @Test
  void anIndexThatStaysBelowTheRecordIsAnotherHistory() {
    look();
    later(Duration.ofMinutes(5), 60);
    assertThat(look().conflict().map(HistoryConflict::kind))
        .contains(HistoryConflict.Kind.RAFT_INDEX);
    assertThat(record().current().flatMap(Incarnation::raftIndex).map(HighWaterMark::value))
        .contains(100L);
  }

  /** The one member that was proven to have everything; the others may be behind. */
  @Test
  void aMemberThatFallsSilentAfterTheListingIsNoOtherHistory() {
    look();
    later(Duration.ofMinutes(5), 60);
    whenListed = () -> index.remove(ASKED);
    assertThat(look().conflict()).isEmpty();
  }

  /** The first answers are thrown away then, and the two readings of the metrics stay. */
  @Test
  void aSilentPeerIsStalledAlsoWhereTheIndexWentBack() {
    look();
    later(Duration.ofMinutes(5), 60);
    index.remove(HUNG);
    ClusterView view = new Observer(ports(), ticking()).look(ObservationMemory.NONE);
    assertThat(view.conflict().map(HistoryConflict::kind))
        .contains(HistoryConflict.Kind.RAFT_INDEX);
    assertThat(view.member(HUNG).map(Member::peerActivity)).contains(PeerActivity.STALLED);
  }

  @Test
  void anUnreadableRecordIsNamedAndDoesNotPreventALook() throws IOException {
    Files.createDirectories(directory.resolve("main"));
    Files.writeString(directory.resolve("main/record"), "a file where the folder belongs");
    ClusterView view = look();
    assertThat(view.voting()).hasSize(3);
    assertThat(view.past().unread().orElse("")).contains(directory.resolve("main").toString());
  }

  @Test
  void theHostsOfPlacesThatShareAPeerUrlAreObservedHoweverTheyAreWritten() {
    MemberName next = ConfiguredMember.nameOfNext(ASKED);
    places.put(
        next,
        new ConfiguredMember(
            "http://ETCD-0.:2380", "http://10.0.0.9:2379", new FailureDomain("a")));
    look();
    assertThat(looked).containsExactlyInAnyOrder(ASKED, next);
  }

  private ClusterView look() {
    return Observer.recording(ports(), clock())
        .look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
  }

  private ClusterRecord record() {
    return records.read(MAIN).record().orElseThrow();
  }

  private Clock clock() {
    return Clock.fixed(now, ZoneOffset.UTC);
  }

  /** A clock that is ten seconds later each time it is read. */
  private Clock ticking() {
    AtomicLong read = new AtomicLong();
    return new Clock() {
      @Override
      public Instant instant() {
        return now.plusSeconds(10 * read.getAndIncrement());
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  private void later(Duration time, long indexThen) {
    now = now.plus(time);
    NAMES.forEach(name -> index.put(name, indexThen));
  }

  private ClusterPorts ports() {
    return new ClusterPorts(
        MAIN,
        places,
        answering(Membership.class),
        answering(Maintenance.class),
        PretendedPort.unasked(Storage.class),
        PretendedPort.unasked(Downgrade.class),
        PretendedPort.unasked(Canary.class),
        answering(Platform.class),
        answering(SnapshotStore.class),
        answering(ComparisonResults.class),
        Duration.ofSeconds(60),
        Optional.of(records),
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  private static ConfiguredMember place(MemberName name) {
    MembershipEntry listing = Voters.listing(name);
    return new ConfiguredMember(
        listing.peerUrls().get(0), listing.clientUrls().get(0), new FailureDomain("a"));
  }

  private void asked(String how) {
    if (how.equals("examine")) {
      examined.incrementAndGet();
    }
  }

  private HostLook stoppedHost(boolean whole) {
    DataDirectory data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .holding(new DataFiles(9, 8, Optional.of(files), Optional.empty()));
    return new HostLook(
        Workload.stopped("pid 4711 is gone"),
        whole ? data.readWhole(now, damage) : data,
        Installation.UNKNOWN);
  }

  private void allStop() {
    look();
    now = now.plus(Duration.ofMinutes(2));
    stopped = true;
    NAMES.forEach(index::remove);
  }

  private ClusterView prescribing(ObservationDepth depth) {
    return Observer.recording(ports(), clock()).look(ObservationMemory.NONE, depth);
  }

  private static boolean isDamaged(ClusterView view) {
    return view.member(ASKED).orElseThrow().data().damage().isPresent();
  }

  private <P> P answering(Class<P> port) {
    return PretendedPort.port(port, this::answer);
  }

  private Object answer(String asked, Object[] with) {
    return switch (asked) {
      case "status" -> status((MemberName) with[0]);
      case "peers" -> metrics();
      case "look", "examine" -> {
        looked.add((MemberName) with[0]);
        asked(asked);
        yield stopped ? stoppedHost(asked.equals("examine")) : RUNNING;
      }
      case "linearizableList" -> {
        whenListed.run();
        yield NAMES.stream().map(Voters::listing).toList();
      }
      case "askAt" -> PeerUrlAnswer.none("http://etcd-0:2380", "connection refused");
      case "alarms", "list" -> List.of();
      case "last" -> Optional.empty();
      default -> throw new Failure.Transient("nobody answers " + asked);
    };
  }

  /** Everybody is connected to everybody; each reading has more of etcd-1 and none of etcd-2. */
  private MemberMetrics metrics() {
    return new MemberMetrics(
        NAMES.stream().map(name -> Voters.listing(name).id()).collect(Collectors.toSet()),
        false,
        Optional.empty(),
        new Quota.NotRead(),
        Optional.empty(),
        Map.of(Voters.listing(NAMES.get(1)).id(), received.incrementAndGet()));
  }

  private MemberStatus status(MemberName name) {
    long reached =
        Optional.ofNullable(index.get(name))
            .orElseThrow(() -> new Failure.Transient(name + " is silent"));
    MemberStatus any = Voters.status(name, EtcdVersion.parse("3.6.16"));
    return new MemberStatus(
        any.memberId(),
        any.clusterId(),
        any.version(),
        false,
        any.leader(),
        any.raftTerm(),
        reached,
        reached,
        new Revision(50),
        any.dbSizeBytes(),
        any.dbSizeInUseBytes(),
        List.of(),
        StorageStatus.UNKNOWN);
  }
}
