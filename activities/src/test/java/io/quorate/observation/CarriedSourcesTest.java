package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.PlainContent;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.ObservationMemory;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Snapshots that a look carries of very many: those that reach furthest, whatever clocks said. */
class CarriedSourcesTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final MemberName ALONE = new MemberName("etcd-0");
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.6.16");
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
  private static final int MANY = 40;
  private static final RestoreSource COPY =
      new RestoreSource(
          new SavedSnapshot(
              MAIN,
              "x.db",
              "00",
              4096,
              new Revision(900),
              2,
              new ClusterId(0),
              VERSION,
              ALONE,
              NOW,
              Optional.of(Salvage.foreign(2, 900, Salvage.Trailer.MISSING))),
          new Revision(900),
          900,
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  @Test
  void theFurthestSnapshotIsCarriedThoughItsClockWasHoursBehind() {
    ClusterId here = Voters.status(ALONE, VERSION).clusterId();
    List<RestoreSource> kept =
        LongStream.range(0, MANY)
            .mapToObj(number -> source(here, 100 + number, NOW.minus(Duration.ofHours(number))))
            .toList();

    List<RestoreSource> carried = carried(kept);

    assertThat(carried).hasSizeLessThan(MANY).isSubsetOf(kept).contains(kept.getLast());
    assertThat(carried.getFirst().raftIndex())
        .as("in the order of the store")
        .isEqualTo(100 + MANY - carried.size());
  }

  /** They are told, so that people see why a snapshot with higher numbers is not taken. */
  @Test
  void carriesAllSnapshotsOfTheClusterAndTheFurthestOfAnotherHistory() {
    ClusterId here = Voters.status(ALONE, VERSION).clusterId();
    ClusterId dead = ClusterId.parse("dead");
    List<RestoreSource> own =
        LongStream.range(0, 3).mapToObj(number -> source(here, 100 + number, NOW)).toList();
    List<RestoreSource> others =
        LongStream.range(0, MANY)
            .mapToObj(number -> source(dead, 900 + number, NOW.minus(Duration.ofHours(number))))
            .toList();

    List<RestoreSource> carried = carried(Stream.concat(others.stream(), own.stream()).toList());

    assertThat(carried).hasSameElementsAs(with(own, others.getLast()));
  }

  private static List<RestoreSource> with(List<RestoreSource> some, RestoreSource one) {
    return Stream.concat(some.stream(), Stream.of(one)).toList();
  }

  /** A 3.5 that went back leaves its term in the database, and 3.4 writes none. */
  @Test
  void theTermInADatabaseOf34IsIgnored() {
    SnapshotContent content = PlainContent.of(50, 60, Optional.of(3L));
    assertThat(SnapshotStore.source(saved("3.4.23"), Optional.of(content)).term()).isEqualTo(7);
    assertThat(SnapshotStore.source(saved("3.5.35"), Optional.of(content)).term()).isEqualTo(3);
  }

  private static SavedSnapshot saved(String version) {
    return new SavedSnapshot(
        MAIN,
        "one.db",
        "00",
        4096,
        new Revision(50),
        7,
        new ClusterId(7),
        EtcdVersion.parse(version),
        ALONE,
        NOW,
        Optional.empty());
  }

  /** As the one before a prefix was deleted two days ago, where a backup is made each hour. */
  @Test
  void aSnapshotThatAPersonNamesIsCarriedHoweverManyAreFurther() {
    ClusterId here = Voters.status(ALONE, VERSION).clusterId();
    List<RestoreSource> kept =
        LongStream.range(0, MANY).mapToObj(number -> source(here, 100 + number, NOW)).toList();
    RestoreSource named = kept.getFirst();

    assertThat(carried(kept)).doesNotContain(named);
    assertThat(
            carried(
                kept, new LookScope(ObservationDepth.SOURCES, Optional.of(named.saved().file()))))
        .contains(named, kept.getLast())
        .hasSizeLessThan(MANY);
  }

  /** A copied database is a source only for a person who names it. */
  @Test
  void aForeignFileIsCarriedOnlyWhereAPersonNamesIt() {
    ClusterId here = Voters.status(ALONE, VERSION).clusterId();
    List<RestoreSource> kept = List.of(source(here, 100, NOW));

    assertThat(carried(kept)).containsExactlyElementsOf(kept).doesNotContain(COPY);
    assertThat(carried(kept, new LookScope(ObservationDepth.SOURCES, Optional.of("x.db"))))
        .containsExactlyElementsOf(with(kept, COPY));
  }

  /** A file that the store did not return may still exist, so the plan waits for it. */
  @Test
  void aFileThatTheStoreDidNotReturnIsUnreadAndNotMissing() {
    ClusterId here = Voters.status(ALONE, VERSION).clusterId();
    List<RestoreSource> kept = List.of(source(here, 100, NOW));
    SnapshotStore stumbling =
        answering(
            SnapshotStore.class,
            Map.of(
                "known",
                kept,
                "list",
                List.of(),
                "drills",
                List.of(),
                "clockTrouble",
                Optional.empty()));
    ClusterView view =
        look(stumbling, new LookScope(ObservationDepth.SOURCES, Optional.of("x.db")));

    assertThat(view.sources()).containsExactlyElementsOf(kept);
    assertThat(view.protection().flatMap(Protection::unread)).contains("nobody answers foreign");
    assertThat(look(stumbling, LookScope.of(ObservationDepth.SOURCES)).protection())
        .hasValueSatisfying(told -> assertThat(told.unread()).isEmpty());
  }

  @Test
  void aListingThatTheStoreDidNotReturnIsUnread() {
    SnapshotStore stumbling =
        answering(
            SnapshotStore.class,
            Map.of("list", List.of(), "drills", List.of(), "clockTrouble", Optional.empty()));

    assertThat(
            look(stumbling, LookScope.of(ObservationDepth.SOURCES))
                .protection()
                .flatMap(Protection::unread))
        .contains("nobody answers known");
  }

  /**
   * A reading goes through the whole file. After the restored cluster has served, the file of the
   * restore is not read any more.
   */
  @Test
  void theFileOfARestoreIsCarriedUntilTheRestoredClusterHasServed() {
    SnapshotStore store =
        answering(SnapshotStore.class, Map.of("known", List.of(), "foreign", Optional.of(COPY)));
    ClusterView view = look(store, LookScope.of(ObservationDepth.USUAL));
    CarriedSources sources = new CarriedSources(ports(store), Optional.empty());

    assertThat(sources.in(view.after(restored(view, Optional.empty()))).sources())
        .containsExactly(COPY);
    assertThat(
            sources
                .in(view.after(restored(view, Optional.of(new HighWaterMark(1, NOW)))))
                .sources())
        .isEmpty();
  }

  private static RecordedPast restored(ClusterView view, Optional<HighWaterMark> served) {
    return new RecordedPast(
        Optional.of(
            new Incarnation(
                view.clusterId().orElseThrow(),
                NOW,
                Origin.restored("main.0a1b2c3d", "x.db"),
                Optional.empty(),
                Optional.empty(),
                served,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty())),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static List<RestoreSource> carried(List<RestoreSource> kept) {
    return carried(kept, LookScope.of(ObservationDepth.SOURCES));
  }

  private static List<RestoreSource> carried(List<RestoreSource> kept, LookScope scope) {
    return look(
            answering(SnapshotStore.class, Map.of("known", kept, "foreign", Optional.of(COPY))),
            scope)
        .sources();
  }

  private static ClusterView look(SnapshotStore store, LookScope scope) {
    return new Observer(ports(store), Clock.fixed(NOW, ZoneOffset.UTC))
        .look(ObservationMemory.NONE, scope);
  }

  private static RestoreSource source(ClusterId of, long index, Instant savedAt) {
    var saved =
        new SavedSnapshot(
            MAIN,
            "r" + index + ".db",
            "00",
            4096,
            new Revision(index),
            2,
            of,
            VERSION,
            ALONE,
            savedAt,
            Optional.empty());
    return new RestoreSource(
        saved,
        new Revision(index),
        index,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static ClusterPorts ports(SnapshotStore store) {
    MembershipEntry listing = Voters.listing(ALONE);
    return new ClusterPorts(
        MAIN,
        Map.of(
            ALONE,
            new ConfiguredMember(
                listing.peerUrls().get(0), listing.clientUrls().get(0), new FailureDomain("a"))),
        answering(Membership.class, Map.of("linearizableList", List.of(listing))),
        answering(Maintenance.class, Map.of("status", Voters.status(ALONE, VERSION))),
        PretendedPort.unasked(Storage.class),
        PretendedPort.unasked(Downgrade.class),
        PretendedPort.unasked(Canary.class),
        answering(
            Platform.class,
            Map.of(
                "look",
                new HostLook(
                    Workload.running("pid 4711", new Run("4711", "pid 4711")),
                    DataDirectory.of(DataDirectory.State.PRESENT),
                    Installation.UNKNOWN))),
        store,
        answering(ComparisonResults.class, Map.of()),
        Duration.ofSeconds(60),
        Optional.empty(),
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  /** A port that answers these calls, and fails all others. */
  private static <P> P answering(Class<P> port, Map<String, Object> answers) {
    return PretendedPort.port(
        port,
        (call, with) ->
            Optional.ofNullable(answers.get(call))
                .orElseThrow(() -> new Failure.Transient("nobody answers " + call)));
  }
}
