package io.quorate.volume;

import io.quorate.data.DataDirectory;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.shell.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One restore of a snapshot as the data of a member. A database without a log would start and have
 * other data than was restored (docs/etcd.md#partial-data): so it is restored beside its place,
 * held against the ids that it has to have, and renamed as a whole, a log of its own before it.
 */
public record Restoring(Scratch scratch, EtcdTools tools, RestoreOrder order) {
  private static final String WHAT = "restored";
  private static final String ABSENT = "absent";

  /**
   * Leftovers of an earlier attempt, besides what is at the place.
   *
   * @param beside the restored data beside its place
   * @param mark of the restore that was found to be as ordered; empty where none was
   */
  private record Left(Scratch.Seen seen, Optional<String> beside, Optional<String> mark) {
    static Left of(Volume volume, Facts facts) {
      return new Left(Scratch.Seen.of(volume, facts), facts.first("restored"), facts.first("read"));
    }

    DirectoryObservation directory() {
      return seen.directory();
    }

    Optional<String> log() {
      return directory().log().map(DirectoryObservation.Log::path);
    }

    /** Whether the log is at its place already, and the data is not. */
    boolean halfWay() {
      return directory().state() == DataDirectory.State.PARTIAL
          && beside.isPresent()
          && directory().log().filter(log -> !log.targetTaken()).isPresent();
    }
  }

  public String carriedOut(Permit permit) {
    Left left = look();
    if (left.directory().state() == DataDirectory.State.PRESENT) {
      return alreadyThere(left);
    }
    boolean ready = left.mark().filter(mark()::equals).isPresent() && left.beside().isPresent();
    if (ready && (left.halfWay() || left.directory().nothingToMove())) {
      return placed(left, permit);
    }
    requireNothingThere(left);
    restore(left, permit);
    Left fresh = look();
    requireAsOrdered(fresh);
    return placed(fresh, permit);
  }

  private Left look() {
    Left left =
        Left.of(
            scratch.volume(),
            scratch.volume().look(VolumeScript.SURVEY_RESTORED, List.of(scratch.suffix())));
    scratch.requireUsable(left.seen(), WHAT);
    return left;
  }

  private String alreadyThere(Left left) {
    String place = scratch.volume().directory();
    DirectoryReading reading = scratch.read(place, left.log(), expected(), Depth.FULL);
    if (!reading.mayStart()) {
      Failure others = notEmpty(left);
      if (left.directory().targetTaken()) {
        scratch.removeAfter(others, left.directory().targetInode());
      }
      throw others;
    }
    if (left.directory().targetTaken()) {
      scratch.remove(left.directory().targetInode());
    }
    return place + " holds it already, as " + order.expected();
  }

  private void requireNothingThere(Left left) {
    left.directory()
        .log()
        .flatMap(log -> log.whyNotEmpty(scratch.volume().settings()))
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "nothing is restored for " + scratch.volume().member() + ": " + why);
            });
    if (!left.directory().nothingToMove()) {
      throw notEmpty(left);
    }
  }

  private Failure notEmpty(Left left) {
    return new Failure.Refused(
        "nothing is restored for "
            + scratch.volume().member()
            + ": there is data in "
            + left.directory().source()
            + left.log().map(log -> " or " + log).orElse("")
            + "; set it aside first");
  }

  private void restore(Left left, Permit permit) {
    List<String> words =
        new ArrayList<>(
            List.of(
                scratch.suffix(),
                tools.restorer(),
                order.snapshot().path().toString(),
                scratch.volume().name(),
                order.peerUrl(),
                order.token(),
                "own",
                AloneStart.learner(false)));
    words.addAll(TrialRestore.options(order.snapshot(), order.bump()));
    scratch
        .volume()
        .underLock(
            VolumeScript.RESTORE,
            words,
            Scratch.LIMIT,
            facts -> {
              scratch.requireUnchanged(left.seen(), facts);
              permit.use();
              return "go " + left.directory().targetInode() + "\n";
            });
  }

  private void requireAsOrdered(Left left) {
    String beside =
        left.beside()
            .orElseThrow(
                () -> new Failure.Transient("what was restored is gone; beginning it anew"));
    Optional<String> log = left.directory().log().map(DirectoryObservation.Log::target);
    // Whose it is, and no more: the bytes of the snapshot were compared just now, and every page is
    // read before the member is started where clients can reach it.
    DirectoryReading reading = scratch.read(beside, log, expected(), Depth.QUICK);
    if (!reading.speaksForStart()) {
      throw TrialRestore.notAsItHasToBe(beside, reading);
    }
  }

  /**
   * Renames what was restored. A permit that ran out while it was restored and read stops it here;
   * the next attempt finds the mark and goes on with the rename.
   */
  private String placed(Left left, Permit permit) {
    List<Failure> late = new ArrayList<>();
    Facts done =
        scratch
            .volume()
            .underLock(
                VolumeScript.PUT_IN_PLACE,
                List.of(scratch.suffix(), mark()),
                Scratch.LIMIT,
                facts -> {
                  scratch.volume().requireUnchanged(left, Left.of(scratch.volume(), facts));
                  try {
                    permit.use();
                  } catch (Failure.Transient ranOut) {
                    late.add(ranOut);
                    return "go mark\n";
                  }
                  return answer(left.directory());
                });
    if (!late.isEmpty()) {
      throw new Failure.Transient(
          "it is restored and read, and not yet in its place: " + late.getFirst().getMessage(),
          late.getFirst());
    }
    return done.first("place")
            .orElseThrow(() -> new Failure.Unknown("it was not said where it was restored to"))
        + " is "
        + order.expected();
  }

  private static String answer(DirectoryObservation directory) {
    return "go "
        + directory.targetInode()
        + " "
        + directory.log().map(DirectoryObservation.Log::targetInode).orElse(ABSENT)
        + "\n";
  }

  private Expected expected() {
    return new Expected(
        tools.binary().minor(),
        Optional.of(order.expected().member()),
        Optional.of(order.expected().cluster()));
  }

  /** Mark of this restore, which no other one of the same operation has. */
  private String mark() {
    return order.expected().member()
        + " "
        + order.expected().cluster()
        + " "
        + (order.bump().isPresent() ? order.bump().getAsLong() : 0)
        + " "
        + order.snapshot().name();
  }
}
