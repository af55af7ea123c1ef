package io.quorate.datadir.wal;

import com.google.protobuf.CodedOutputStream;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A record that would continue a log, as etcd's {@code wal/encoder.go} writes it. Whoever appends
 * it has to leave nothing but zeros behind it, or etcd reads on in what was there.
 *
 * @param position where it belongs in the segment: behind the last record that is genuine
 * @param bytes the record with its length before it and its padding behind it
 */
@SuppressWarnings("ArrayRecordComponent") // it is written once and compared with nothing
public record NextRecord(long position, byte[] bytes) {
  private static final int ALIGNMENT = 8;
  private static final long PADDED = 0x80;

  /** The hard state as the next record of the last segment of a log. */
  public static NextRecord state(ReadOnlyFile segment, HardState state) throws IOException {
    var bytes = new SegmentBytes(segment);
    long end = 0;
    int before = 0;
    while (bytes.at(end) instanceof Frame.Whole whole && continues(before, whole.record())) {
      before = whole.record().crc();
      end = whole.end();
    }
    byte[] data =
        message(
            out -> {
              out.writeUInt64(1, state.term());
              out.writeUInt64(2, state.vote());
              out.writeUInt64(3, state.commit());
            });
    RunningCrc sum = RunningCrc.from(before);
    sum.update(data, 0, data.length);
    return new NextRecord(end, framed(WalRecord.STATE, sum.value(), data));
  }

  /**
   * Returns whether the record may follow the record with the checksum {@code before}. A segment
   * begins with a record that repeats the checksum of the segment before it.
   */
  static boolean continues(int before, WalRecord record) {
    if (record.type() == WalRecord.CRC) {
      return before == 0 || before == record.crc();
    }
    RunningCrc sum = RunningCrc.from(before);
    record.addTo(sum);
    return record.known() && sum.value() == record.crc();
  }

  /**
   * Returns the bytes of a record as a segment has them: the length, the record and the padding.
   */
  static byte[] framed(int type, int crc, byte[] data) throws IOException {
    byte[] record =
        message(
            out -> {
              out.writeInt64(1, type);
              out.writeUInt32(2, crc);
              if (data.length > 0) {
                out.writeByteArray(3, data);
              }
            });
    int padding = (ALIGNMENT - record.length % ALIGNMENT) % ALIGNMENT;
    long head = record.length | (padding == 0 ? 0 : (PADDED | padding) << 56);
    return ByteBuffer.allocate(SegmentBytes.HEAD + record.length + padding)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(head)
        .put(record)
        .array();
  }

  private static byte[] message(Fields fields) throws IOException {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.writeTo(out);
    out.flush();
    return bytes.toByteArray();
  }

  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }
}
