package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.LastMachine;
import io.quorate.record.Origin;
import io.quorate.record.RecordedMember;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A process that writes one member after the other into a record, and says each id once it is
 * written.
 */
final class RecordWriter {
  static final ClusterKey PAYMENTS = new ClusterKey("payments");
  static final long BEGIN = 1;
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  private RecordWriter() {}

  /** Writes into this directory, from this id on, as many members. */
  public static void main(String[] args) {
    write(
        records(Path.of(args[0])),
        Integer.parseInt(args[1]),
        Integer.parseInt(args[2]),
        System.out::println);
  }

  static ClusterRecords records(Path directory) {
    return SnapshotPlace.in(directory, Clock.systemUTC()).records();
  }

  static ClusterRecord write(ClusterRecords records, int from, int count, Consumer<MemberId> said) {
    ClusterRecord written = ClusterRecord.begin(PAYMENTS, NOW, "nothing was written");
    for (int number = from + 1; number <= from + count; number++) {
      int id = number;
      written = records.update(PAYMENTS, record -> with(record, id));
      said.accept(new MemberId(id));
    }
    return written;
  }

  static ClusterRecord with(ClusterRecord record, int id) {
    return with(record, id, Origin.FOUND);
  }

  /** The record with one more member; the later the id, the later it was listed. */
  static ClusterRecord with(ClusterRecord record, int id, Origin began) {
    Instant at = NOW.plusSeconds(id);
    MemberName name = new MemberName("etcd-" + id);
    var entry = new MembershipEntry(new MemberId(id), name.value(), false, List.of(), List.of());
    var member =
        new RecordedMember(
            entry.id(),
            name,
            FailureDomain.UNKNOWN,
            entry,
            at,
            at,
            Optional.empty(),
            Optional.empty(),
            Optional.of(new LastMachine("machine-" + id, at)),
            Optional.empty());
    Optional<HighWaterMark> index = Optional.of(new HighWaterMark(id, at));
    return record.or(
        new ClusterRecord(
            PAYMENTS,
            record.since(),
            record.begun(),
            List.of(
                new Incarnation(
                    new ClusterId(0xc1),
                    NOW,
                    began,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    index,
                    List.of(member),
                    Optional.empty(),
                    Optional.empty())),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty()));
  }
}
