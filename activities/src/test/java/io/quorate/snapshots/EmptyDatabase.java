package io.quorate.snapshots;

/** A file that begins as a database of etcd, and has no content: it is damaged inside. */
final class EmptyDatabase {
  private EmptyDatabase() {}

  static byte[] bytes() {
    byte[] database = new byte[8192];
    byte[] magic = {(byte) 0xED, (byte) 0xDA, 0x0C, (byte) 0xED};
    System.arraycopy(magic, 0, database, 16, magic.length);
    return database;
  }
}
