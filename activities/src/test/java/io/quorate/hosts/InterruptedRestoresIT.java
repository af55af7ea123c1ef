package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory.State;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker and its script are killed at one line or another; the next attempt ends well. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "{0}")
@MethodSource("io.quorate.etcd.Minors#usual")
class InterruptedRestoresIT {
  private static final String ASKED_FOR_A_SNAPSHOT = "  if [ -n \"$snapshot\" ]; then";

  @Parameter private ToolFolder etcd;
  private RestoredCluster old;
  private MemberName name;
  private Path folder;
  private Path snapshot;
  private SortedMap<String, String> whole;

  @BeforeParameterizedClassInvocation
  void stopAMember() throws Exception {
    old =
        RestoredCluster.started(
            etcd, 1, EtcdSettings.plain().with("ETCD_WAL_DIR", "{folder}/log-of-its-own"));
    name = old.name(0);
    assumeTrue(old.restores().objection(name).isEmpty(), "needs root and unshare");
    old.put(0, 10);
    snapshot = old.folder.resolve("saved.db");
    assertThat(old.cluster.etcdctl("snapshot", "save", snapshot.toString()).succeeded()).isTrue();
    old.member(0).stop();
    folder = old.member(0).files().folder();
    old.directories().setAside(name, RestoredCluster.SOMEBODY, RestoredCluster.permit());
    whole = dataAside();
  }

  @AfterParameterizedClassInvocation
  void close() throws IOException {
    old.close();
  }

  /** Each begins with the data in its place, and a log of its own. */
  @BeforeEach
  void putBack() throws IOException {
    for (Path left : List.of(data(), log())) {
      if (Files.exists(left)) {
        Folders.delete(left);
      }
    }
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duplicate:mkdir -p -- \"$copy\" 2>/dev/null:$copy/snap/db",
        "duplicate:sync -f -- \"$copy\"",
        "duplicate:fact copy \"$target/data\"",
        "alone:" + ASKED_FOR_A_SNAPSHOT,
        "alone:  kill -TERM \"$etcd\"",
        "alone:sync -f -- \"$target\"",
        "clear:remove_scratch \"$target\""
      })
  void aSalvageThatWasKilledIsBegunAnew(String point) throws Exception {
    givenItsDataBack();
    assertThatThrownBy(() -> salvaged(killedAt(point))).isInstanceOf(Failure.class);
    assertThat(RestoredCluster.scratch(folder)).as("the dead leave it behind").isNotEmpty();
    awaitNobodyOn(folder);
    assertThat(salvaged(new LocalShell()).content().revision().value()).isEqualTo(11);
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
    setAsideAgain();
    assertThat(dataAside()).isEqualTo(whole);
  }

  /** The namespace ends with whoever watches it, also where only that one process is killed. */
  @Test
  void nothingIsLeftRunningWhenOnlyTheScriptItselfIsKilled() throws Exception {
    givenItsDataBack();
    String begin = "env -i PATH=\"$PATH\" HOME=/ ETCD_LOGGER=zap";
    Shell shell =
        KillingShell.with(
            "alone",
            begin,
            "(while [ ! -s \"$talk\" ]; do sleep 0.1; done; kill -KILL $$) &\n" + begin);
    assertThatThrownBy(() -> salvaged(shell)).isInstanceOf(Failure.class);
    awaitNobodyOn(folder);
    assertThat(salvaged(new LocalShell()).content().revision().value()).isEqualTo(11);
    setAsideAgain();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "restore:begun=$(now_ms)",
        "restore:begun=$(now_ms):$target/data/member/snap/db",
        "restore:fact restoring-ms",
        "put-in-place:  put \"$wal_target\" \"$wal\"",
        "put-in-place:put \"$target/data/member\" \"$directory/member\"",
        "put-in-place:fact place \"$directory/member\"",
      })
  void aRestoreThatWasKilledIsNeverHalfThereAndIsFinished(String point) throws Exception {
    RestoreOrder order = order("payments-2");
    assertThatThrownBy(
            () -> old.restores(killedAt(point)).restore(name, order, RestoredCluster.permit()))
        .isInstanceOf(Failure.class);
    State between = old.directories().look(name).state();
    assertThat(between)
        .as("a database without a log would start")
        .isIn(State.ABSENT, State.EMPTY, State.PARTIAL, State.PRESENT);
    assertThat(Files.exists(data().resolve("member/snap/db")) && !Files.exists(log())).isFalse();

    old.restores().restore(name, order, RestoredCluster.permit());
    assertThat(old.directories().examine(name).intact()).isTrue();
    assertThat(old.directories().look(name).owner()).contains(order.expected());
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
  }

  /**
   * A large snapshot takes longer than a look at the cluster is good for. From another machine it
   * is fetched anew, to another file.
   */
  @Test
  void aPermitThatRanOutMeanwhileLeavesOnlyTheRenameToTheNextAttempt() throws Exception {
    RestoreOrder order = order("payments-3");
    assertThatThrownBy(() -> old.restores().restore(name, order, goodForOneEffect()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("restored and read, and not yet in its place");
    assertThat(old.directories().look(name).nothingThere()).isTrue();

    SnapshotFile once = order.snapshot();
    Path again = Files.copy(once.path(), folder.resolve("fetched-again.part"));
    KillingShell recording = KillingShell.recording();
    old.restores(recording)
        .restore(
            name,
            new RestoreOrder(
                new SnapshotFile(again, once.name(), once.trailer()),
                order.token(),
                order.peerUrl(),
                order.expected(),
                order.bump()),
            RestoredCluster.permit());
    assertThat(recording.ran()).contains("put-in-place").doesNotContain("restore");
    assertThat(old.directories().look(name).owner()).contains(order.expected());
  }

  /** What was restored for one order is not put in place for another. */
  @Test
  void anotherOrderOfTheSameOperationBeginsAnew() throws Exception {
    assertThatThrownBy(() -> old.restores().restore(name, order("payments-4"), goodForOneEffect()))
        .isInstanceOf(Failure.Transient.class);
    RestoreOrder other = order("payments-5");
    old.restores().restore(name, other, RestoredCluster.permit());
    assertThat(old.directories().look(name).owner()).contains(other.expected());
  }

  private static Permit goodForOneEffect() {
    Iterator<Long> times = Stream.of(0L, 0L).iterator();
    return Permit.granted(
        RestoredCluster.OPERATION,
        Duration.ofSeconds(10),
        () -> times.hasNext() ? times.next() : Duration.ofMinutes(1).toNanos(),
        () -> false);
  }

  /** Killed right before a line of a script, or once a file is begun behind that line. */
  private static Shell killedAt(String point) {
    String[] parts = point.split(":");
    return parts.length == 2
        ? KillingShell.before(parts[0], parts[1])
        : KillingShell.onceThereIs(parts[2], parts[0], parts[1]);
  }

  private Salvaged salvaged(Shell shell) {
    return RestoredCluster.salvaged(
        old.restores(shell), name, old.folder.resolve("out.db"), doing -> {});
  }

  private RestoreOrder order(String token) {
    return old.order(
        0, RestoredCluster.file(snapshot, Trailer.PRESENT), token, OptionalLong.empty());
  }

  private Path data() {
    return old.member(0).dataDirectory();
  }

  private Path log() {
    return folder.resolve("log-of-its-own");
  }

  private SortedMap<String, String> dataAside() throws IOException {
    SortedMap<String, String> sums = RestoredCluster.sums(folder);
    sums.keySet().removeIf(path -> !path.contains(".aside-"));
    assertThat(sums).isNotEmpty();
    return sums;
  }

  private void givenItsDataBack() {
    old.directories()
        .putBack(
            name, RestoredCluster.SOMEBODY, RestoredCluster.OPERATION, RestoredCluster.permit());
  }

  private void setAsideAgain() {
    old.directories().setAside(name, RestoredCluster.SOMEBODY, RestoredCluster.permit());
  }

  private static void awaitNobodyOn(Path folder) throws Exception {
    Await.until(
        "no etcd to run below " + folder,
        Duration.ofSeconds(10),
        () ->
            ProcessHandle.allProcesses()
                .noneMatch(
                    process -> environment(process.pid()).contains("ETCD_DATA_DIR=" + folder)));
  }

  private static String environment(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }
}
