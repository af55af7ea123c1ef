package io.quorate.datadir.wal;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes a log as etcd does (its {@code wal/encoder.go}), for tests: record by record. */
public final class WrittenLog {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<Integer> ends = new ArrayList<>();
  private RunningCrc sum;

  private WrittenLog(int seed) {
    sum = RunningCrc.from(seed);
  }

  /** The first segment of a log: checksum, whose it is, the mark of its beginning. */
  public static WrittenLog begun(long member, long cluster) {
    var log = new WrittenLog(0);
    log.record(WalRecord.CRC, 0, new byte[0]);
    log.metadata(member, cluster);
    log.mark(0, 0);
    return log;
  }

  /** The segment that follows. */
  public WrittenLog next(long member, long cluster) {
    var log = new WrittenLog(sum.value());
    log.record(WalRecord.CRC, sum.value(), new byte[0]);
    log.metadata(member, cluster);
    return log;
  }

  private void metadata(long member, long cluster) {
    add(WalRecord.METADATA, WrittenMessage.of(out -> numbers(out, member, cluster)));
  }

  public WrittenLog mark(long index, long term) {
    return add(WalRecord.SNAPSHOT, WrittenMessage.of(out -> numbers(out, index, term)));
  }

  public WrittenLog state(long term, long commit) {
    return state(term, 0, commit);
  }

  public WrittenLog state(long term, long vote, long commit) {
    return add(WalRecord.STATE, WrittenMessage.of(out -> numbers(out, term, vote, commit)));
  }

  public WrittenLog entry(long term, long index, byte[] data) {
    return entry(0, term, index, data);
  }

  /** An entry that adds a member. */
  public WrittenLog added(long term, long index, long member) {
    return entry(1, term, index, WrittenMessage.of(out -> numbers(out, 7, 0, member)));
  }

  /** Adds an entry that lists a first member, as a restore writes the entry. */
  public WrittenLog listed(long index, long member) {
    return entry(1, 1, index, WrittenMessage.of(out -> numbers(out, 0, 0, member)));
  }

  private WrittenLog entry(long type, long term, long index, byte[] data) {
    return add(
        WalRecord.ENTRY,
        WrittenMessage.of(
            out -> {
              numbers(out, type, term, index);
              out.writeByteArray(4, data);
            }));
  }

  /** An entry that puts a key. */
  public WrittenLog put(long term, long index, String key) {
    byte[] request =
        WrittenMessage.of(out -> out.writeByteArray(1, key.getBytes(StandardCharsets.UTF_8)));
    return entry(term, index, WrittenMessage.of(out -> out.writeByteArray(4, request)));
  }

  private static void numbers(CodedOutputStream out, long... numbers) throws IOException {
    for (int k = 0; k < numbers.length; k++) {
      out.writeUInt64(k + 1, numbers[k]);
    }
  }

  private WrittenLog add(int type, byte[] data) {
    sum.update(data, 0, data.length);
    record(type, sum.value(), data);
    return this;
  }

  private void record(int type, int crc, byte[] data) {
    byte[] record =
        WrittenMessage.of(
            out -> {
              out.writeInt64(1, type);
              out.writeUInt32(2, crc);
              if (data.length > 0) {
                out.writeByteArray(3, data);
              }
            });
    int padding = (8 - record.length % 8) % 8;
    long head = record.length;
    if (padding > 0) {
      head |= (0x80L | padding) << 56;
    }
    bytes.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(head).array());
    bytes.writeBytes(record);
    bytes.writeBytes(new byte[padding]);
    ends.add(bytes.size());
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }

  /** Where each record ends. */
  public List<Integer> ends() {
    return List.copyOf(ends);
  }

  /** Writes the segment, with room after it as etcd lays it out. */
  public static void write(Path folder, long sequence, long index, byte[] content, int room)
      throws IOException {
    Files.createDirectories(folder);
    byte[] all = Arrays.copyOf(content, content.length + room);
    Files.write(folder.resolve("%016x-%016x.wal".formatted(sequence, index)), all);
  }
}
