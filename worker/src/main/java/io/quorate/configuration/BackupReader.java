package io.quorate.configuration;

import io.quorate.snapshot.Retention;
import java.time.Duration;

/** Reads the section {@code backup} of a cluster. */
final class BackupReader {
  static final String EXAMPLE = "backup: {every: 6h, keep: {last: 28, daily: 7, weekly: 5}}";

  /** The least time between two backups: each one loads a member. */
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** The least age at which a drill may be due again: each one starts three etcd on a host. */
  private static final Duration LEAST_DRILL = Duration.ofHours(1);

  private static final int LAST = 28;
  private static final int DAILY = 7;
  private static final int WEEKLY = 5;

  private BackupReader() {}

  static BackupSettings read(Section section) {
    BackupSettings backup =
        new BackupSettings(
            section.optional("every", BackupReader::every),
            section
                .section("keep", "keep: {last: 28, daily: 7, weekly: 5}")
                .map(BackupReader::keep),
            section.optional("drillWithin", BackupReader::drillWithin));
    section.close();
    return backup;
  }

  private static Duration every(Scalar scalar) throws Wrong {
    Duration every = Forms.duration(scalar);
    if (every.compareTo(LEAST) < 0) {
      throw new Wrong("a backup loads a member; write 1m or more");
    }
    return every;
  }

  private static Duration drillWithin(Scalar scalar) throws Wrong {
    Duration within = Forms.duration(scalar);
    if (within.compareTo(LEAST_DRILL) < 0) {
      throw new Wrong("a drill loads a host; write 1h or more, as in 192h");
    }
    return within;
  }

  private static Retention keep(Section section) {
    Retention keep =
        new Retention(
            section.orElse("last", LAST, BackupReader::last),
            section.orElse("daily", DAILY, Forms::number),
            section.orElse("weekly", WEEKLY, Forms::number));
    section.close();
    return keep;
  }

  private static int last(Scalar scalar) throws Wrong {
    int last = Forms.number(scalar);
    if (last == 0) {
      throw new Wrong("the newest snapshot always stays; write 1 or more");
    }
    return last;
  }
}
