package io.quorate.datadir.wal;

import java.util.zip.CRC32C;

/** The checksum that runs through a log: of the data of all records so far. */
final class RunningCrc {
  private static final int POLYNOMIAL = 0x82F63B78;
  private static final int[] TABLE = table();
  private static final int[] BY_TOP_BYTE = byTopByte();

  private final CRC32C crc = new CRC32C();

  /** A sum that goes on from another. */
  static RunningCrc from(int seed) {
    var running = new RunningCrc();
    running.crc.update(bytesWithSum(seed));
    return running;
  }

  void update(byte[] bytes, int offset, int length) {
    crc.update(bytes, offset, length);
  }

  int value() {
    return (int) crc.getValue();
  }

  /**
   * Four bytes whose sum is the seed: the JDK's sum cannot be started anywhere but at zero, so it
   * is fed with these first.
   */
  private static byte[] bytesWithSum(int seed) {
    int[] tops = new int[4];
    int sum = ~seed;
    for (int k = 0; k < 4; k++) {
      tops[k] = BY_TOP_BYTE[sum >>> 24];
      sum = (sum ^ TABLE[tops[k]]) << 8;
    }
    byte[] bytes = new byte[4];
    int running = -1;
    for (int k = 3; k >= 0; k--) {
      bytes[3 - k] = (byte) (running ^ tops[k]);
      running = (running >>> 8) ^ TABLE[tops[k]];
    }
    return bytes;
  }

  private static int[] table() {
    int[] table = new int[256];
    for (int k = 0; k < 256; k++) {
      int sum = k;
      for (int bit = 0; bit < 8; bit++) {
        sum = (sum & 1) == 0 ? sum >>> 1 : (sum >>> 1) ^ POLYNOMIAL;
      }
      table[k] = sum;
    }
    return table;
  }

  private static int[] byTopByte() {
    int[] inverse = new int[256];
    for (int k = 0; k < 256; k++) {
      inverse[TABLE[k] >>> 24] = k;
    }
    return inverse;
  }
}
