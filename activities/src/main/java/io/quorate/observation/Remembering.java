package io.quorate.observation;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.record.LastLook;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader and writer of the cluster's record on behalf of looks. Where the record cannot be read or
 * written, the process logs the failure and the look goes on: a repair must not wait for the
 * record.
 */
final class Remembering {
  private static final Logger LOG = LoggerFactory.getLogger(Remembering.class);

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Messages that this process has logged already: all looks share them, because a look happens
   * every few seconds.
   */
  private static final LogOnce UNREAD = new LogOnce();

  private static final LogOnce UNWRITTEN = new LogOnce();

  private final ClusterKey cluster;
  private final Optional<ClusterRecords> records;
  private final boolean writes;

  private Remembering(ClusterKey cluster, Optional<ClusterRecords> records, boolean writes) {
    this.cluster = cluster;
    this.records = records;
    this.writes = writes;
  }

  static Remembering reading(ClusterKey cluster, Optional<ClusterRecords> records) {
    return new Remembering(cluster, records, false);
  }

  static Remembering writing(ClusterKey cluster, Optional<ClusterRecords> records) {
    return new Remembering(cluster, records, true);
  }

  /**
   * The record as it was read before a look.
   *
   * @param record empty where there is none, and where it could not be read
   */
  record Found(Optional<ClusterRecord> record, RecordedPast past) {
    Optional<LastLook> lastLook() {
      return record.flatMap(ClusterRecord::lastLook);
    }

    /** The data of a member with what an earlier reading of all of it found. */
    DataDirectory remembered(MemberName member, DataDirectory seen) {
      return record.map(known -> known.remembered(member, seen)).orElse(seen);
    }

    Optional<SavedSnapshot> lastSnapshot() {
      return record.flatMap(ClusterRecord::lastSnapshot);
    }
  }

  Found read() {
    try {
      Optional<ClusterRecord> record = records.flatMap(store -> store.read(cluster).record());
      UNREAD.over(cluster);
      return new Found(record, RecordedPast.of(record).drawing(random()));
    } catch (Failure unread) {
      if (UNREAD.isNew(cluster, unread)) {
        LOG.warn("nothing is remembered of {}, said once: {}", cluster, unread.getMessage());
      }
      return new Found(Optional.empty(), RecordedPast.unread(String.valueOf(unread.getMessage())));
    }
  }

  private static String random() {
    return HexFormat.of().toHexDigits(RANDOM.nextInt());
  }

  void keep(Found found, ClusterView view) {
    if (!writes || found.record().filter(known -> !isWorth(known, view)).isPresent()) {
      return;
    }
    try {
      records.ifPresent(store -> store.update(cluster, record -> new Recorder(view).seen(record)));
      UNWRITTEN.over(cluster);
    } catch (Failure unwritten) {
      if (UNWRITTEN.isNew(cluster, unwritten)) {
        LOG.warn("what was seen of {} is not kept, said once: {}", cluster, unwritten.getMessage());
      }
    }
  }

  private static boolean isWorth(ClusterRecord known, ClusterView view) {
    boolean due =
        known
            .lastLook()
            .map(LastLook::at)
            .filter(last -> Age.isBelow(LastLook.WRITTEN_EVERY, last, view.at()))
            .isEmpty();
    return due || !new Recorder(view).seen(known).listsTheSameAs(known);
  }
}
