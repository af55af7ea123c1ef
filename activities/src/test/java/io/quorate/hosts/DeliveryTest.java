package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotFile;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.volume.Delivery;
import io.quorate.volume.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot that is brought to a member's host, cut off here and there, and compared there. */
class DeliveryTest {
  /** Three pieces, the last one short. */
  private static final int BYTES = 20_000_000;

  private static final String TAKES =
      "timeout --foreground \"$sending_wait\" head -c \"$3\" >>\"$1\"";

  @TempDir Path member;
  @TempDir Path store;
  private SnapshotFile saved;
  private final List<String> doing = new ArrayList<>();

  @BeforeEach
  void save() throws IOException {
    save(BYTES);
  }

  private void save(int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(1).nextBytes(content);
    Path file = Files.write(store.resolve("saved.db"), content);
    saved = new SnapshotFile(file, "saved.db", Trailer.PRESENT);
  }

  @Test
  void aSnapshotArrivesByteForByteAndIsRemovedAfterwards() throws IOException {
    SnapshotFile there = brought(new LocalShell());
    assertThat(there.path()).isNotEqualTo(saved.path()).hasSameBinaryContentAs(saved.path());
    assertThat(there.name()).isEqualTo("saved.db");
    assertThat(doing)
        .containsExactly(
            "bringing the snapshot to 10.0.0.1: 0 MiB of 20 MiB",
            "bringing the snapshot to 10.0.0.1: 8 MiB of 20 MiB",
            "bringing the snapshot to 10.0.0.1: 16 MiB of 20 MiB");
    delivery(new LocalShell()).remove();
    assertThat(names()).isEmpty();
    delivery(new LocalShell()).remove();
  }

  @Test
  void aSnapshotThatHasArrivedIsNotSentAgain() {
    SnapshotFile there = brought(new LocalShell());
    doing.clear();
    assertThat(brought(new LocalShell())).isEqualTo(there);
    assertThat(doing).isEmpty();
  }

  /** What has arrived of a large one takes longer to read than a member to be looked at. */
  @Test
  void readingWhatHasArrivedHasTheTimeOfTheWhole() {
    var limits = new HashMap<String, Duration>();
    Shell real = new LocalShell();
    brought(
        (script, arguments, reply, limit) -> {
          limits.put(script.name(), limit);
          return real.run(script, arguments, reply, limit);
        });
    assertThat(limits).containsEntry("survey-delivered", Scratch.LIMIT);
  }

  @Test
  void anAttemptThatWasCutOffInTheMiddleOfAPieceIsGoneOnWith() {
    Shell cut = KillingShell.with("deliver", TAKES, "head -c 1048576 >>\"$1\"; kill -KILL $$");
    assertThatThrownBy(() -> brought(cut)).isInstanceOf(Failure.class);
    doing.clear();
    assertThat(brought(new LocalShell()).path()).hasSameBinaryContentAs(saved.path());
    assertThat(doing).first().isEqualTo("bringing the snapshot to 10.0.0.1: 1 MiB of 20 MiB");
  }

  @Test
  void aPieceThatArrivedWithOtherContentIsSentAgain() throws IOException {
    Shell cut = KillingShell.with("deliver", TAKES, "head -c 1048576 >>\"$1\"; kill -KILL $$");
    assertThatThrownBy(() -> brought(cut)).isInstanceOf(Failure.class);
    Path part = only().resolve(namesIn(only()).getFirst());
    byte[] changed = Files.readAllBytes(part);
    changed[5] ^= 1;
    Files.write(part, changed);
    doing.clear();
    assertThat(brought(new LocalShell()).path()).hasSameBinaryContentAs(saved.path());
    assertThat(doing).first().isEqualTo("bringing the snapshot to 10.0.0.1: 0 MiB of 20 MiB");
  }

  @Test
  void aDiskThatKeepsOtherBytesIsFoundBeforeTheSnapshotIsUsed() throws IOException {
    save(1_000_000);
    Shell flips = KillingShell.with("deliver", TAKES, "head -c \"$3\" | tr a b >>\"$1\"");
    assertThatThrownBy(() -> brought(flips))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("arrived with other content than was sent; look at the disk");
  }

  @Test
  void nothingIsBroughtWhereThereIsNoRoom() throws IOException {
    Shell full =
        KillingShell.with(
            "deliver", "require_room $((3 * whole", "require_room $((99999999999999 * whole");
    assertThatThrownBy(() -> brought(full))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("MiB are needed; make room");
    assertThat(namesIn(only())).allMatch(name -> name.endsWith(".part"));
  }

  /** The learner has the data once more, and a log of its own. */
  @Test
  void aLearnerThatIsToJoinTakesRoomToo() {
    Shell asks = KillingShell.with("deliver", "new_log_bytes))", "99999999999999 ))");
    assertThatThrownBy(
            () ->
                delivery(asks)
                    .of(new DeliveryOrder(saved, true), doing::add, RestoredCluster.permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("MiB are needed; make room");
    Shell sameScript = KillingShell.with("deliver", "new_log_bytes))", "99999999999999 ))");
    // The shell is dead after the first piece, which there was room for.
    assertThatThrownBy(() -> brought(sameScript))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("the worker is dead");
  }

  /** A later attempt may send the same pieces by then. */
  @Test
  void anAttemptThatIsOverSendsNoMorePieces() {
    Permit over =
        Permit.granted(
            RestoredCluster.permit().operation(),
            Duration.ofMinutes(1),
            System::nanoTime,
            () -> doing.size() > 1);
    assertThatThrownBy(
            () -> delivery(new LocalShell()).of(new DeliveryOrder(saved, false), doing::add, over))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("this attempt is over");
    doing.clear();
    brought(new LocalShell());
    assertThat(doing).containsExactly("bringing the snapshot to 10.0.0.1: 16 MiB of 20 MiB");
  }

  private SnapshotFile brought(Shell shell) {
    return delivery(shell)
        .of(new DeliveryOrder(saved, false), doing::add, RestoredCluster.permit());
  }

  private Delivery delivery(Shell shell) {
    MemberScripts usual = StartAndWait.host("m1", member);
    Permit permit = RestoredCluster.permit();
    return Delivery.to(
        new MemberScripts(usual.member(), new Elsewhere(new LocalHost(shell)), usual.limits())
            .volume(),
        permit);
  }

  private Path only() throws IOException {
    return member.resolve(names().getFirst());
  }

  private List<String> names() throws IOException {
    return namesIn(member).stream().filter(name -> name.contains(".delivery-")).toList();
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
