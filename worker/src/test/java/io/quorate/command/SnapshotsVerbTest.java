package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What could be restored, when nothing but the snapshots is left. */
class SnapshotsVerbTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  /** Content of a snapshot that was saved at the worst of times. */
  private static final SnapshotContent ROLLING =
      new SnapshotContent(
          new Revision(48_010),
          51_222,
          Optional.of(3L),
          List.of(
              new MemberIn("etcd-0", false),
              new MemberIn("etcd-1", false),
              new MemberIn("etcd-2", false),
              new MemberIn("etcd-3", true)),
          List.of(Alarm.Kind.NOSPACE),
          Optional.of("3.5"),
          true,
          List.of("3.5.35", "3.6.16"),
          Optional.of(
              new KeysOfSource(
                  212, new HashOfKeys(0x90abcdef, new Revision(40_000), new Revision(48_010)))),
          Optional.empty());

  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory).sees(Drawn.DARK);
  }

  @Test
  void snapshotsAreListedTheNewestFirstWithAgeLineageAndRevisionOrLater() throws IOException {
    SavedSnapshot old = save(Duration.ofDays(3), "c0ffee", 41_007);
    SavedSnapshot young = save(Duration.ofMinutes(14), "c0ffee", 48_002);
    store(Duration.ZERO).describe(young, ROLLING);

    assertThat(desk.type("snapshots", "payments")).isZero();
    assertThat(desk.out())
        .contains(young.file() + ": saved in the middle of a change: etcd-3 was to become a voter")
        .contains(
            young.file() + ": saved in the middle of a roll: members ran etcd 3.5.35 and 3.6.16")
        .contains(young.file() + ": the alarm NOSPACE comes back with it and has to be disarmed");
    assertThat(desk.out().lines().skip(2).limit(3).toList())
        .containsExactly(
            "SAVED                 AGE     REVISION         KEYS  CLUSTER ID  FROM    ETCD    SIZE "
                + "  SHA-256              FILE",
            "2026-03-01T02:50:05Z  14 min  48,010           212   c0ffee      etcd-2  3.6.16  1 MiB"
                + "  verified when saved  "
                + young.file(),
            "2026-02-26T03:04:05Z  3 days  41,007 or later  -     c0ffee      etcd-2  3.6.16  1 MiB"
                + "  verified when saved  "
                + old.file());
    assertThat(desk.out())
        .startsWith("payments   2 snapshots in " + folder())
        .endsWith("stands in the .json file beside it.\n")
        .doesNotContain("cluster ids");
    assertThat(desk.err()).isEmpty();

    assertThat(desk.type("snapshots", "payments", "-o", "json")).isZero();
    Golden.check("snapshots.json", desk.out().replace(folder().toString(), "/snapshots/payments"));
  }

  @Test
  void dryRunListsTheRemovalsAndPruneStopsWhereOperationsAreUnknown() throws IOException {
    SavedSnapshot old = save(Duration.ofDays(3), "c0ffee", 41_007);
    SavedSnapshot young = save(Duration.ofMinutes(14), "c0ffee", 48_002);

    assertThat(desk.type("snapshots", "payments", "--prune", "--dry-run")).isEqualTo(2);
    assertThat(desk.err()).contains("backup.keep is not configured, so nothing is ever removed");

    keepOne();
    assertThat(desk.type("snapshots", "payments", "--prune", "--dry-run")).isZero();
    assertThat(desk.out())
        .contains(old.file() + "  would go")
        .contains(young.file() + "  stays: the newest")
        .endsWith("1 snapshot would be removed, 1 stays.\n");
    assertThat(desk.type("snapshots", "payments", "--prune")).isEqualTo(5);
    assertThat(store(Duration.ZERO).list(PAYMENTS)).contains(old, young);
  }

  @Test
  void dryRunKeepsTheSnapshotThatTheClusterWasRestoredFrom() throws IOException {
    SavedSnapshot origin = save(Duration.ofDays(3), "c0ffee", 41_007);
    save(Duration.ofMinutes(14), "beef", 48_002);
    Instant at = Desk.START.minus(Duration.ofDays(1));
    SnapshotPlace.in(directory.resolve("snapshots"), Clock.fixed(at, ZoneOffset.UTC))
        .records()
        .update(PAYMENTS, record -> restoredFrom(origin, record));
    keepOne();

    assertThat(desk.type("snapshots", "payments", "--prune", "--dry-run")).isZero();
    assertThat(desk.out()).contains(origin.file() + "  stays: the cluster was restored from it");
  }

  private static ClusterRecord restoredFrom(SavedSnapshot origin, ClusterRecord record) {
    return new ClusterRecord(
        PAYMENTS,
        record.since(),
        record.begun(),
        List.of(
            new Incarnation(
                ClusterId.parse("beef"),
                record.since(),
                Origin.restored("payments.5f0c2d11", origin.file()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty())),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void nothingIsRemovedWhileAnOperationIsUnderWay() throws IOException {
    SavedSnapshot old = save(Duration.ofDays(3), "c0ffee", 41_007);
    SavedSnapshot young = save(Duration.ofMinutes(14), "c0ffee", 48_002);
    try (ScriptedGateway gateway = ScriptedGateway.open()) {
      desk = gateway.desk(directory).sees(Drawn.DARK);
      keepTheNewest();

      gateway.replies.add(new ScriptedGateway.Reply(200, operations("null")));
      assertThat(desk.type("snapshots", "payments", "--prune")).isEqualTo(3);
      assertThat(desk.err()).contains("nothing was removed: payments.1 is under way");
      assertThat(store(Duration.ZERO).list(PAYMENTS)).containsExactly(young, old);

      gateway.replies.add(new ScriptedGateway.Reply(200, operations("\"2026-03-01T03:04:05Z\"")));
      assertThat(desk.type("snapshots", "payments", "--prune")).isZero();
      assertThat(desk.out()).contains(old.file() + "  removed");
      assertThat(store(Duration.ZERO).list(PAYMENTS)).containsExactly(young);
      assertThat(gateway.asked).allMatch("GET /api/operations?cluster=payments "::equals);
    }
  }

  private static String operations(String endedAt) {
    return """
    {"operations":[{"operation":"payments.1","cluster":"payments","runbook":"minority-replace",
      "title":"payments: replace etcd-1","state":"parked","requestedBy":"dana",
      "startedAt":"2026-03-01T03:00:05Z","endedAt":%s,"requester":"unverified"}],
     "notice":null}
    """
        .formatted(endedAt);
  }

  private void keepOne() throws IOException {
    desk.configure("gateway: {listen: \"127.0.0.1:9\"}\n");
    keepTheNewest();
  }

  /** Adds to the configuration of the desk that only the newest snapshot is kept. */
  private void keepTheNewest() throws IOException {
    Path file = directory.resolve("quorate.yml");
    String keep = "    backup: {keep: {last: 1, daily: 0, weekly: 0}}\n    memberDefaults:\n";
    Files.writeString(file, Files.readString(file).replace("    memberDefaults:\n", keep));
  }

  @Test
  void theLastRestoreOnTrialIsShown() {
    SavedSnapshot saved = save(Duration.ofMinutes(14), "c0ffee", 48_002);
    store(Duration.ZERO)
        .drilled(
            saved,
            new Drill(
                saved.file(),
                desk.now().minus(Duration.ofMinutes(5)),
                Duration.ofSeconds(41),
                Duration.ofSeconds(38),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(8))));

    assertThat(desk.type("snapshots", "payments")).isZero();
    assertThat(desk.out())
        .contains(
            saved.file()
                + " was restored on trial 5 min ago: 41 s, 38 s of data, a learner joined.");
  }

  @Test
  void anotherLineageIsPointedOut() {
    save(Duration.ofDays(3), "c0ffee", 41_007);
    save(Duration.ofMinutes(14), "beef", 12);

    assertThat(desk.type("snapshots", "payments")).isZero();
    assertThat(desk.out()).contains("They are of 2 cluster ids: the cluster was restored");
  }

  @Test
  void verifyFindsADamagedSnapshotAndEndsWithOne() throws IOException {
    Path file = folder().resolve(save(Duration.ofDays(3), "c0ffee", 41_007).file());
    byte[] bytes = Files.readAllBytes(file);
    bytes[7] ^= 1;
    Files.write(file, bytes);

    assertThat(desk.type("snapshots", "payments")).isZero();
    assertThat(desk.type("snapshots", "payments", "--verify")).isEqualTo(1);
    assertThat(desk.out()).contains("BROKEN").contains(file.getFileName() + ": its SHA-256 is not");
    assertThat(desk.err()).contains("reading " + file.getFileName());
  }

  @Test
  void withoutSnapshotsTheVerbSaysSoAndEndsWithZero() {
    assertThat(desk.type("snapshots", "payments")).isZero();
    assertThat(desk.out()).startsWith("No snapshot of payments in " + folder());
    assertThat(desk.type("snapshots", "payments", "-o", "json")).isZero();
    assertThat(desk.out()).contains("\"snapshots\":[]");
  }

  @Test
  void anUnknownClusterIsWrongUsageWithNearNames() {
    assertThat(desk.type("snapshots", "paymnts")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean payments?");
  }

  @Test
  void aDirectoryThatCannotBeReadEndsWithFive() throws IOException {
    Files.createDirectories(folder().getParent());
    Files.writeString(folder(), "not a directory");

    assertThat(desk.type("snapshots", "payments")).isEqualTo(5);
    assertThat(desk.err()).contains(folder() + " cannot be read");
    assertThat(desk.out()).isEmpty();
  }

  private Path folder() {
    return directory.resolve("snapshots").resolve("payments");
  }

  private SnapshotStore store(Duration age) {
    Instant at = Desk.START.minus(age);
    return SnapshotPlace.in(directory.resolve("snapshots"), Clock.fixed(at, ZoneOffset.UTC))
        .store();
  }

  private SavedSnapshot save(Duration age, String clusterId, long revision) {
    return store(age)
        .save(
            new SnapshotStore.Origin(
                PAYMENTS,
                ClusterId.parse(clusterId),
                new MemberName("etcd-2"),
                new EtcdVersion(3, 6, 16),
                new Revision(revision),
                3),
            sink -> {
              byte[] bytes = snapshot();
              try {
                sink.take(bytes, 0);
              } catch (IOException full) {
                throw new IllegalStateException(full);
              }
              return bytes.length;
            });
  }

  /** A page and its SHA-256, as etcd sends them. */
  private static byte[] snapshot() {
    byte[] page = new byte[512];
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(page);
      byte[] all = Arrays.copyOf(page, page.length + sum.length);
      System.arraycopy(sum, 0, all, page.length, sum.length);
      return all;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
