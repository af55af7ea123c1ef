package io.quorate.hosts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The damage that a member's log tells of, over all the runs in it. Damage holds until a later run
 * served from the directory or the directory was exchanged: a start in between that ended for
 * another reason does not wash it off (docs/etcd.md#start-gate).
 *
 * @param line the line that tells of it
 * @param at when it was written; empty where its run says no time
 */
record LoggedDamage(DamageSignature signature, String line, Optional<Instant> at) {
  /**
   * What holds of the data that is there now; empty where nothing does.
   *
   * @param log its lines, oldest first
   * @param madeAt when the directory {@code member/} that is there now was made; empty where its
   *     file system does not say
   * @param logMadeAt when the oldest segment that is there now was made; empty likewise
   * @param segments whether there is a segment now
   */
  static Optional<LoggedDamage> in(
      List<String> log, Optional<Instant> madeAt, Optional<Instant> logMadeAt, boolean segments) {
    Optional<LoggedDamage> holding = Optional.empty();
    for (List<String> run : EtcdLog.runs(log)) {
      int moved = lastMove(run);
      Optional<LoggedDamage> told = first(run.subList(moved, run.size()));
      if (told.isPresent() || moved > 0 || EtcdLog.mayHaveServed(run)) {
        holding = told;
      }
    }
    return holding.filter(damage -> !damage.isOfAnotherDirectory(madeAt, logMadeAt, segments));
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
    Optional<Instant> at = Optional.empty();
    for (String line : run) {
      Optional<Instant> written = EtcdLog.time(line);
      at = written.isPresent() ? written : at;
      Optional<DamageSignature> signature = DamageSignature.in(line);
      if (signature.isPresent()) {
        return Optional.of(new LoggedDamage(signature.get(), line, at));
      }
    }
    return Optional.empty();
  }

  /**
   * Whether another directory took the place of the damaged one: the directory is younger than the
   * damage, or holds a log that is older than the run that found no log. Some file systems (NFS)
   * tell no birth times. Any log then counts as proof, because the run that found no log made none.
   */
  private boolean isOfAnotherDirectory(
      Optional<Instant> madeAt, Optional<Instant> logMadeAt, boolean segments) {
    boolean younger = at.flatMap(when -> madeAt.filter(when::isBefore)).isPresent();
    boolean had = at.flatMap(when -> logMadeAt.filter(when::isAfter)).isPresent();
    boolean untold = madeAt.isEmpty() && logMadeAt.isEmpty();
    return younger || signature == DamageSignature.WIPED && (had || untold && segments);
  }

  /** How the damage is known, with the line as short as a person needs it. */
  String inWords() {
    return "its log says " + EtcdLog.shortened(line);
  }
}
