package io.quorate.volume;

import io.quorate.data.DataFinding;
import io.quorate.data.DataVerdict;
import io.quorate.volume.DamageSignature.About;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The damage that a member's log tells of, over all the runs in it. Damage holds until a later run
 * served from the directory or the directory was exchanged: a start in between that ended for
 * another reason does not wash it off (docs/etcd.md#start-gate).
 *
 * @param line the line that tells of it
 * @param at when the line was written; empty where its run has no time, or no time zone
 * @param latest the latest time at which the line can have been written; empty where its run has no
 *     time
 */
record LoggedDamage(
    DamageSignature signature, String line, Optional<Instant> at, Optional<Instant> latest) {
  /**
   * A change of the files within this time after the line proves nothing. A run that reports damage
   * still writes before it ends, and the clocks of two machines differ.
   */
  private static final Duration LAST_WRITES = Duration.ofMinutes(1);

  /**
   * Facts of the file system about the present data. Some file systems (NFS) do not tell when a
   * file was created.
   *
   * @param made when the directory {@code member/} was created
   * @param logMade when the oldest segment was created
   * @param segments whether there is a segment
   * @param databaseChanged when the content, the owner or the place of the database was last
   *     changed; empty where there is no database
   * @param logChanged when the content, the owner or the place of a segment was last changed; empty
   *     where there is no segment
   */
  record Files(
      Optional<Instant> made,
      Optional<Instant> logMade,
      boolean segments,
      Optional<Instant> databaseChanged,
      Optional<Instant> logChanged) {
    private boolean tellsNoBirth() {
      return made.isEmpty() && logMade.isEmpty();
    }

    private boolean changedSince(About about, Instant time) {
      return Stream.of(
              databaseChanged.filter(changed -> about != About.LOG),
              logChanged.filter(changed -> about != About.DATABASE))
          .flatMap(Optional::stream)
          .anyMatch(changed -> changed.isAfter(time.plus(LAST_WRITES)));
    }
  }

  /**
   * Finds the logged damage that holds for the present data; empty where no damage holds.
   *
   * @param log its lines, oldest first
   */
  static Optional<LoggedDamage> in(List<String> log, Files files) {
    Optional<LoggedDamage> holding = Optional.empty();
    for (List<String> run : EtcdLog.runs(log)) {
      int moved = lastMove(run);
      Optional<LoggedDamage> told = first(run.subList(moved, run.size()));
      if (told.isPresent() || moved > 0 || EtcdLog.mayHaveServed(run)) {
        holding = told;
      }
    }
    return holding.filter(damage -> !damage.isOfOtherFiles(files));
  }

  /** Where in a run Quorate last set the directory aside; 0 where it did not. */
  private static int lastMove(List<String> run) {
    int after = 0;
    for (int i = 0; i < run.size(); i++) {
      if (run.get(i).contains(EtcdLog.SET_ASIDE)) {
        after = i + 1;
      }
    }
    return after;
  }

  private static Optional<LoggedDamage> first(List<String> run) {
    String timed = "";
    for (String line : run) {
      timed = EtcdLog.latest(line).isPresent() ? line : timed;
      Optional<DamageSignature> signature = DamageSignature.in(line);
      if (signature.isPresent()) {
        return Optional.of(
            new LoggedDamage(signature.get(), line, EtcdLog.time(timed), EtcdLog.latest(timed)));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether other files replaced the damaged files. Each of three signs is enough: the
   * directory was created after the line; the run found no log, and the present log is older than
   * the run; or a reading can show the damage, and the file was changed after the line. In the last
   * case a reading tells whether the changed file is whole.
   */
  private boolean isOfOtherFiles(Files files) {
    boolean younger = latest.flatMap(when -> files.made().filter(when::isBefore)).isPresent();
    boolean readable = signature.about() != About.ALL;
    return younger
        || readable && precedesAChangeOf(files)
        || signature == DamageSignature.WIPED && hadALog(files);
  }

  private boolean hadALog(Files files) {
    return files.tellsNoBirth()
        ? files.segments() && !precedesAChangeOf(files)
        : at.flatMap(when -> files.logMade().filter(when::isAfter)).isPresent();
  }

  /** Returns whether the files that the line is about were changed after the line. */
  private boolean precedesAChangeOf(Files files) {
    return latest.filter(when -> files.changedSince(signature.about(), when)).isPresent();
  }

  /**
   * Returns whether the line may be about other files than the present ones, and nothing tells. The
   * files were changed after the line, no reading can show such damage, and the file system does
   * not say when the files were created.
   */
  boolean isInDoubt(Files files) {
    return signature.about() == About.ALL && files.tellsNoBirth() && precedesAChangeOf(files);
  }

  /**
   * Returns why the data proves nothing while {@link #isInDoubt} holds, as a clause with what to
   * do.
   */
  String doubt() {
    return inWords()
        + ", its files were changed since, and their file system does not tell whether they are"
        + " those that the line is about: where others took their place, start the member by hand;"
        + " where not, rename its data directory; then look again";
  }

  /** The damage as a finding. */
  DataFinding finding() {
    return new DataFinding(DataVerdict.REPORTED, inWords());
  }

  /** How the damage is known, with the line as short as a person needs it. */
  String inWords() {
    return "its log says " + EtcdLog.shortened(line);
  }
}
