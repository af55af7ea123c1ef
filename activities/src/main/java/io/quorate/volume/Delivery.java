package io.quorate.volume;

import io.quorate.cluster.Amounts;
import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotFile;
import io.quorate.shell.Facts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A snapshot on its way from this machine to the host of a member, in pieces, beside the data. An
 * attempt goes on where the last one ended, once what is there has the checksum of what was sent;
 * it gets its name only when the whole has.
 */
public final class Delivery {
  private final Scratch scratch;

  private Delivery(Scratch scratch) {
    this.scratch = scratch;
  }

  /** The delivery of this operation to this member. */
  public static Delivery to(Volume volume, Permit permit) {
    return new Delivery(Scratch.of(volume, Scratch.Purpose.DELIVERY, permit));
  }

  /** The snapshot as a file of the member's host. */
  public SnapshotFile of(DeliveryOrder order, Consumer<String> progress, Permit permit) {
    SnapshotFile snapshot = order.snapshot();
    permit.use();
    try (ReadOnlyFile open = LocalFile.at(snapshot.path())) {
      String there = sent(order, open, progress, permit);
      return new SnapshotFile(Path.of(there), snapshot.name(), snapshot.trailer());
    } catch (IOException e) {
      throw new Failure.Transient(snapshot.path() + " cannot be read: " + e, e);
    }
  }

  /** Removes the snapshot from the host again. */
  public void remove() {
    String inode = scratch.look("sent a snapshot").directory().targetInode();
    if (!inode.equals("absent")) {
      scratch.remove(inode);
    }
  }

  private String sent(
      DeliveryOrder order, ReadOnlyFile open, Consumer<String> progress, Permit permit)
      throws IOException {
    Path file = order.snapshot().path();
    long size = open.size();
    String sum = FileSum.of(file, size);
    Facts there = surveyed(sum);
    Optional<String> delivered = there.first("delivered");
    long position = delivered.isPresent() ? 0 : arrived(file, size, there);
    while (delivered.isEmpty()) {
      permit.goOn();
      progress.accept(
          "bringing the snapshot to %s: %s of %s"
              .formatted(
                  scratch.volume().host().name(),
                  Amounts.mebibytes(position),
                  Amounts.mebibytes(size)));
      Chunk piece = Chunk.of(open, position, size);
      List<String> words =
          List.of(
              scratch.suffix(),
              sum,
              Long.toString(size),
              Long.toString(position),
              Integer.toString(piece.length()),
              AloneStart.learner(order.learner()));
      delivered = sent(words, piece).first("delivered");
      position += piece.length();
    }
    return delivered.get();
  }

  private Facts surveyed(String sum) {
    return scratch
        .volume()
        .look(VolumeScript.SURVEY_DELIVERED, List.of(scratch.suffix(), sum), Scratch.LIMIT);
  }

  /** How many bytes an earlier attempt brought there that are as they are here. */
  private static long arrived(Path file, long size, Facts there) throws IOException {
    long arrived =
        there
            .first("arrived")
            .filter(text -> text.matches("\\d{1,18}"))
            .map(Long::parseLong)
            .orElse(0L);
    boolean same =
        arrived < size && there.first("arrived-sum").equals(Optional.of(FileSum.of(file, arrived)));
    return same ? arrived : 0;
  }

  private Facts sent(List<String> words, Chunk piece) {
    return scratch
        .volume()
        .underLock(
            VolumeScript.DELIVER,
            words,
            Scratch.LIMIT,
            facts -> {
              requireMounted(DirectoryObservation.of(facts));
              return "go %s\n%s"
                  .formatted(DirectoryObservation.of(facts).targetInode(), piece.text());
            });
  }

  /** Beside a directory whose disk is not mounted is the disk of the system. */
  private void requireMounted(DirectoryObservation directory) {
    if (!directory.readable()) {
      throw new Failure.Refused(
          "nothing is brought beside %s of %s: %s"
              .formatted(
                  scratch.volume().directory(),
                  scratch.volume().member(),
                  directory.whyUnreadable()));
    }
  }
}
