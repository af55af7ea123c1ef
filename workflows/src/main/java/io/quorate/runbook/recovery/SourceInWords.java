package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.snapshot.RestoreSource;

/**
 * Source of a restore as a loss report names it: how and when it was made, how far it reaches, and
 * of which history it is. Times stand in place of ages, which would change the approved words with
 * every look.
 */
record SourceInWords(RestoreSource source) {
  /** The words, such as {@code main.db, saved at ...: revision 90, raft term 2, index 90, ...}. */
  String all() {
    return source.saved().file()
        + ", "
        + made()
        + ": revision "
        + source.revision()
        + (isRead() ? "" : " or later")
        + ", raft term "
        + orUnknown(source.term())
        + ", index "
        + orUnknown(source.index())
        + ", "
        + cluster()
        + source.keys().map(keys -> ", " + Amounts.count(keys, "key")).orElse("")
        + (isRead() ? "" : ", content not read");
  }

  private String cluster() {
    return source.isForeign()
        ? "members in it " + source.saved().source() + ", of which cluster is not known"
        : "cluster " + source.saved().clusterId();
  }

  /** How it was made, and when. */
  String made() {
    if (source.isForeign()) {
      return source.origin() + ", last changed at " + Amounts.moment(source.saved().savedAt());
    }
    return source.isSalvaged()
        ? source.origin() + ", at " + Amounts.moment(source.saved().savedAt())
        : source.origin();
  }

  /** Whether its content was read; otherwise its revision is the least that it can have. */
  boolean isRead() {
    return source.raftIndex() != 0;
  }

  private static String orUnknown(long number) {
    return number == 0 ? "unknown" : Long.toUnsignedString(number);
  }
}
