package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.Salvage.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A lost majority from beginning to end, on every minor: the data of a member is salvaged while the
 * others live, tried out, restored under another token and verified, and an old member comes back.
 */
class RestoresIT {
  private static final long BUMP = 1_000_000_000;
  private static final int KEYS = 30;

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theDataOfASurvivorIsSalvagedTriedAndRestoredAsANewCluster(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = RestoredCluster.started(etcd, 3, settings(etcd))) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      old.put(0, KEYS);

      SnapshotFile snapshot = salvagedBesideTheLiving(old);
      OptionalLong bump =
          etcd.tool().minor().equals("3.4") ? OptionalLong.empty() : OptionalLong.of(BUMP);
      triedOut(old, snapshot, bump);
      DataOwner before = restoredInPlaceOf(old, snapshot, bump);
      anOldMemberStaysOutside(old, before);
    }
  }

  /** The newest minor has its log in a directory of its own. */
  private static EtcdSettings settings(ToolFolder etcd) {
    EtcdSettings plain = EtcdSettings.plain();
    return etcd.tool().minor().equals("3.7") || etcd.tool().minor().equals("3.4")
        ? plain.with("ETCD_WAL_DIR", "{folder}/log-of-its-own")
        : plain;
  }

  /** docs/etcd.md#n-02: forced in reach of them, it would end the others within 0.1 s. */
  private static SnapshotFile salvagedBesideTheLiving(RestoredCluster old) throws Exception {
    EtcdMember dead = old.member(2);
    DataOwner owner = RestoredCluster.owner(dead);
    long revision = RestoredCluster.revision(dead);
    KeysOfSource keys = keysOf(dead);
    // In order: what a killed member had not written down yet is lost by any salvage.
    dead.stop();
    Path folder = dead.files().folder();
    SortedMap<String, String> whole = RestoredCluster.sums(folder);

    Path file = old.folder.resolve("salvaged.db");
    Salvaged salvaged = old.salvaged(2, file, doing -> {});

    Salvage origin = salvaged.origin();
    assertThat(origin.way()).isEqualTo(Way.FORCED_COPY);
    assertThat(origin.trailer()).isEqualTo(Trailer.PRESENT);
    assertThat(origin.member()).isEqualTo(owner.member());
    assertThat(origin.index()).isPositive();
    assertThat(salvaged.content().owner()).contains(owner);
    assertThat(salvaged.content().revision().value()).isEqualTo(revision);
    assertThat(salvaged.content().keys()).contains(keys);
    assertThat(salvaged.content().authentication()).isFalse();

    assertThat(RestoredCluster.sums(folder)).as("the original is untouched").isEqualTo(whole);
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
    old.put(KEYS, KEYS + 1);
    assertThat(old.member(0).isServing()).isTrue();
    assertThat(old.member(1).isServing()).isTrue();
    return RestoredCluster.file(file, origin.trailer());
  }

  private static KeysOfSource keysOf(EtcdMember member) throws Exception {
    var hash = RestoredCluster.told(member, "endpoint", "hashkv").at("/0/HashKV");
    return new KeysOfSource(
        RestoredCluster.told(member, "get", "", "--prefix", "--keys-only", "--limit=1")
            .get("count")
            .asLong(),
        new HashOfKeys(
            (int) hash.get("hash").asLong(),
            new Revision(hash.path("compact_revision").asLong()),
            new Revision(hash.at("/header/revision").asLong())));
  }

  private static void triedOut(RestoredCluster old, SnapshotFile salvaged, OptionalLong bump)
      throws Exception {
    SnapshotFile snapshot = old.brought(0, salvaged);
    Trial plain = triedOut(old, new TrialOrder(snapshot, OptionalLong.empty(), bump.isEmpty()));
    assertThat(plain.content().revision().value()).isEqualTo(KEYS + 1);
    assertThat(plain.content().keys().orElseThrow().count()).isEqualTo(KEYS);
    assertThat(plain.starting()).isPositive();
    assertThat(plain.oldWatch()).isEmpty();
    assertThat(plain.learner().isPresent()).isEqualTo(bump.isEmpty());
    if (bump.isPresent()) {
      Trial bumped = triedOut(old, new TrialOrder(snapshot, bump, true));
      assertThat(bumped.learner().orElseThrow()).isInstanceOf(Trial.Joined.class);
      assertThat(bumped.content().revision().value()).isEqualTo(KEYS + 1 + BUMP);
      assertThat(bumped.oldWatch()).contains(Trial.OldWatch.COMPACTED);
    }
    if (bump.isEmpty()) {
      assertThatThrownBy(() -> triedOut(old, TrialOrder.of(snapshot, OptionalLong.of(BUMP))))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("cannot raise the revision");
    }
    old.discarded(0);
    assertThat(RestoredCluster.scratch(old.member(0).files().folder())).isEmpty();
    assertThat(old.member(0).isServing()).as("it goes on beside the trial").isTrue();
  }

  private static Trial triedOut(RestoredCluster old, TrialOrder order) {
    return old.restores().tryOut(old.name(0), order, RestoredCluster.permit());
  }

  private static DataOwner restoredInPlaceOf(
      RestoredCluster old, SnapshotFile salvaged, OptionalLong bump) throws Exception {
    SnapshotFile snapshot = old.brought(0, salvaged);
    DataOwner before = RestoredCluster.owner(old.member(0));
    old.member(1).kill();
    old.member(0).kill();
    old.directories().setAside(old.name(0), before.member(), RestoredCluster.permit());

    RestoreOrder order = old.order(0, snapshot, "payments-2", bump);
    assertThat(old.restores().restore(old.name(0), order, RestoredCluster.permit()))
        .contains(order.expected().toString());
    assertThat(old.restores().restore(old.name(0), order, RestoredCluster.permit()))
        .contains("holds it already");
    DataDirectory placed = old.directories().examine(old.name(0));
    assertThat(placed.intact()).as("%s", placed).isTrue();
    assertThat(placed.owner()).contains(order.expected());
    old.discarded(0);
    assertThat(RestoredCluster.scratch(old.member(0).files().folder())).isEmpty();

    Trial verified =
        old.restores()
            .verifyInPlace(
                old.name(0), new Revision(KEYS + 1 + bump.orElse(0)), RestoredCluster.permit());
    assertThat(verified.content().owner()).contains(order.expected());
    assertThat(verified.content().revision().value()).isEqualTo(KEYS + 1 + bump.orElse(0));
    KeysOfSource keys = verified.content().keys().orElseThrow();
    assertThat(keys.count()).isEqualTo(KEYS);
    assertThat(keys.hash().at().value()).isEqualTo(KEYS + 1 + bump.orElse(0));
    assertThat(old.workloads().look(old.name(0)).provenAbsent()).isTrue();
    assertThat(old.directories().examine(old.name(0)).intact()).isTrue();

    old.workloads()
        .start(
            old.name(0),
            new JoinSettings(Map.of("etcd-0", List.of(old.member(0).peerUrl().toString()))),
            RestoredCluster.permit());
    old.member(0).awaitServing(RestoredCluster.LIMIT);
    assertThat(RestoredCluster.owner(old.member(0))).isEqualTo(order.expected());
    return before;
  }

  private static boolean says(EtcdMember member, String words) {
    try {
      return Files.readString(member.files().logFile()).contains(words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** docs/etcd.md#n-07: another token is another cluster, so the two refuse each other. */
  private static void anOldMemberStaysOutside(RestoredCluster old, DataOwner before)
      throws Exception {
    old.member(1).start();
    String refusal = "cluster ID mismatch";
    Await.until(
        "the two clusters to refuse each other",
        Duration.ofSeconds(30),
        () -> says(old.member(1), refusal) || says(old.member(0), refusal));
    assertThat(old.member(1).isServing()).isFalse();
    assertThat(old.member(0).isServing()).isTrue();
    assertThat(RestoredCluster.owner(old.member(0)).cluster()).isNotEqualTo(before.cluster());
    assertThat(RestoredCluster.told(old.member(0), "member", "list").get("members")).hasSize(1);
  }
}
