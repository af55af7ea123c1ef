package io.quorate.volume;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.time.Duration;
import java.util.List;

/**
 * Copies and hands over the data of one member from one place to another, on one host or between
 * two. Each place is changed under its own lock, so that nothing is started there meanwhile.
 */
public record Moving(Volume from, Volume to) {
  /**
   * Time limit of a copy: a terabyte at 100 MB/s. Heartbeats show meanwhile that the attempt lives.
   */
  private static final Duration COPY_LIMIT = Duration.ofHours(3);

  /**
   * Copies the data.
   *
   * @param holdNext keeps the next place down, where something starts by itself there: whole data
   *     with the identity of a member that may still run must not be started
   */
  public String copy(Runnable holdNext, Permit permit) {
    Facts before = surveyed("");
    var process = from.proof(before);
    var directory = DirectoryObservation.of(before);
    if (directory.state() != DataDirectory.State.PRESENT) {
      throw new Failure.Refused(
          from.directory() + " does not hold the whole data of " + from.member());
    }
    holdNext.run();
    if (!isOneHost()) {
      return new CopyThroughWorker(from, to, logOfNext(), process).copied(permit);
    }
    return from.underLock(
            VolumeScript.COPY,
            List.of(to.directory(), logOfNext()),
            COPY_LIMIT,
            facts -> {
              requireUnchanged(process, directory, facts);
              permit.use();
              return "go " + directory.toMove() + "\n";
            })
        .first("copied")
        .orElseThrow(() -> new Failure.Unknown("it was not said what was copied"));
  }

  /** A name is not enough: one address is another machine behind another jump host. */
  private boolean isOneHost() {
    return from.host().equals(to.host())
        || (from.host().isThisMachine() && to.host().isThisMachine());
  }

  /** Hands the data over: the old files get another name, and the copy is marked as the data. */
  public String handOver(MemberId id, Permit permit) {
    String suffix = AsideName.suffix(permit.operation(), id);
    Facts before = surveyed(suffix);
    var process = from.proof(before);
    var directory = DirectoryObservation.of(before);
    String copy = to.look(VolumeScript.SURVEY_COPY, List.of()).first("copied").orElse("");
    Facts left =
        from.underLock(
            VolumeScript.LEAVE,
            List.of(suffix, copy, to.directory() + "/member"),
            facts -> {
              requireUnchanged(process, directory, facts);
              permit.use();
              return "go " + directory.toMove() + "\n";
            });
    to.underLock(
        VolumeScript.TAKE_OVER,
        List.of(id.toString(), copy),
        facts -> {
          requireAbsent(to, to.proof(facts));
          return "go\n";
        });
    return left.first("moved")
        .orElseThrow(
            () -> new Failure.Unknown("it was not said where " + directory.source() + " is now"));
  }

  /**
   * Returns the facts of the place that the member leaves. Throws unless the processes of both
   * places are proven absent.
   */
  private Facts surveyed(String suffix) {
    Facts before = from.look(VolumeScript.SURVEY, List.of(suffix));
    requireAbsent(from, from.proof(before));
    requireAbsent(to, to.proof());
    if (!DirectoryObservation.of(before).readable() && !suffix.isEmpty()) {
      throw new Failure.Refused(
          from.directory()
              + " of "
              + from.member()
              + " cannot be read: "
              + DirectoryObservation.of(before).whyUnreadable());
    }
    return before;
  }

  /** The directory of its own that the log has at the next place; empty where it has none. */
  private String logOfNext() {
    return DirectoryObservation.of(to.look(VolumeScript.SURVEY, List.of("")))
        .log()
        .map(DirectoryObservation.Log::path)
        .orElse("");
  }

  private void requireUnchanged(Absence.Proof process, DirectoryObservation directory, Facts now) {
    from.requireUnchanged(process, from.proof(now));
    from.requireUnchanged(directory, DirectoryObservation.of(now));
  }

  private static void requireAbsent(Volume volume, Absence.Proof proof) {
    proof
        .objection()
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "the data of "
                      + volume.member()
                      + " is not moved while its process is not proven gone: "
                      + why);
            });
  }
}
