package io.quorate.datadir.wal;

import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.MessageReader;
import java.util.Arrays;

/**
 * A record of a segment (etcd's {@code walpb.Record}).
 *
 * @param type 1 metadata, 2 entry, 3 hard state, 4 checksum so far, 5 snapshot; anything else is
 *     damage
 * @param crc the running checksum after the data
 * @param frame the bytes that hold it
 * @param data where in them the data is
 */
@SuppressWarnings("ArrayRecordComponent") // one is made for each of a million records
record WalRecord(long type, int crc, byte[] frame, MessageReader.Span data) {
  static final int METADATA = 1;
  static final int ENTRY = 2;
  static final int STATE = 3;
  static final int CRC = 4;
  static final int SNAPSHOT = 5;

  static WalRecord read(byte[] frame, int length) throws MalformedMessageException {
    var in = new MessageReader(frame, 0, length);
    long type = 0;
    long crc = 0;
    var data = new MessageReader.Span(0, 0);
    while (in.next()) {
      switch (in.field()) {
        case 1 -> type = in.number();
        case 2 -> crc = in.number();
        case 3 -> data = in.span();
        default -> {}
      }
    }
    return new WalRecord(type, (int) crc, frame, data);
  }

  byte[] content() {
    return Arrays.copyOfRange(frame, data.from(), data.to());
  }

  void addTo(RunningCrc sum) {
    sum.update(frame, data.from(), data.length());
  }

  boolean known() {
    return known(type);
  }

  /** Whether etcd writes records of this type. */
  static boolean known(long type) {
    return type >= METADATA && type <= SNAPSHOT;
  }
}
