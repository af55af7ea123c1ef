package io.quorate.volume;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.util.List;

/**
 * Renames what was set aside back to its place. The order lets nothing be started in between: there
 * is no database until the log of its own is the one that belongs to it.
 */
public record PuttingBack(Volume volume, String operation, MemberId was) {
  private static final String ABSENT = "absent";
  private static final String UNREADABLE = "unreadable";

  /** Data or log: the inodes of what is at its place, set aside, and put away. */
  private record Part(String present, String aside, String away) {
    boolean isAside() {
      return !aside.equals(ABSENT);
    }

    boolean isAway() {
      return !away.equals(ABSENT);
    }

    boolean isPresent() {
      return !present.equals(ABSENT);
    }

    boolean unreadable() {
      return List.of(present, aside, away).contains(UNREADABLE);
    }
  }

  private record Seen(Absence.Proof process, DirectoryObservation directory, Part data, Part log) {
    static Seen of(Volume volume, Facts facts) {
      return new Seen(
          volume.proof(facts),
          DirectoryObservation.of(facts),
          new Part(inode(facts, "inode"), inode(facts, "target-inode"), inode(facts, "away-inode")),
          facts.has("wal-away")
              ? new Part(
                  inode(facts, "wal-present-inode"),
                  inode(facts, "wal-target-inode"),
                  inode(facts, "wal-away-inode"))
              : new Part(ABSENT, ABSENT, ABSENT));
    }

    private static String inode(Facts facts, String key) {
      return facts.first(key).orElse(UNREADABLE);
    }

    boolean isDone() {
      return data.isPresent() && !data.isAside() && data.isAway();
    }

    /** Returns the renames that remain, in the order of the script. */
    String answer() {
      return "go "
          + (data.isAway() ? ABSENT : data.present())
          + " "
          + (log.isAway() ? ABSENT : log.present())
          + " "
          + data.aside()
          + " "
          + log.aside()
          + "\n";
    }
  }

  public String carriedOut(Permit permit) {
    List<String> words = List.of(AsideName.suffix(operation, was), ".restored-" + operation);
    Seen before = Seen.of(volume, volume.look(VolumeScript.SURVEY_PRESENT, words));
    volume.requireAbsent(before.process(), "given its old data back");
    requireReadable(before);
    if (before.isDone()) {
      return before.directory().source() + " is back in its place already";
    }
    requireClear(before);
    List<String> moved =
        volume
            .underLock(
                VolumeScript.PUT_BACK,
                words,
                facts -> {
                  volume.requireUnchanged(before, Seen.of(volume, facts));
                  permit.use();
                  return before.answer();
                })
            .all("moved");
    if (moved.isEmpty()) {
      throw new Failure.Unknown(
          "it was not said whether " + before.directory().target() + " is back in its place");
    }
    return String.join(", ", moved);
  }

  private void requireReadable(Seen seen) {
    if (seen.directory().unmounted().isPresent()
        || seen.data().unreadable()
        || seen.log().unreadable()) {
      throw new Failure.Refused(
          volume.directory()
              + " of "
              + volume.member()
              + " cannot be read: "
              + seen.directory().whyUnreadable());
    }
  }

  private void requireClear(Seen seen) {
    DirectoryObservation directory = seen.directory();
    if (!seen.data().isAside()) {
      throw new Failure.Refused(
          "the operation "
              + operation
              + " set no data of "
              + volume.member()
              + " aside: there is no "
              + directory.target());
    }
    boolean twice =
        (seen.data().isPresent() && seen.data().isAway())
            || (seen.log().isPresent() && seen.log().isAway() && seen.log().isAside());
    if (twice) {
      throw new Failure.Refused(
          "data was put away before beside "
              + directory.source()
              + ", and there is data in its place again; nothing is replaced, so one of them has to"
              + " be moved by a person");
    }
  }
}
