package io.quorate.datadir.backend;

import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.MessageReader;
import java.nio.ByteBuffer;

/**
 * A revision of a client's key as the database holds it. etcd reads each of them when it starts and
 * ends where one cannot be parsed; what key and value say nobody can check.
 */
public final class KeyRecord {
  private static final int REVISION = 17;
  private static final int TOMBSTONE = 18;

  private KeyRecord() {}

  /**
   * Looks at one record.
   *
   * @param revision its key in the database: the revision, and a mark where the key was deleted
   * @param value empty where a restore raised the revision
   * @throws DamagedDatabaseException where etcd would not start on it
   */
  public static void check(byte[] revision, byte[] value) throws DamagedDatabaseException {
    boolean shaped =
        (revision.length == REVISION || revision.length == TOMBSTONE)
            && revision[Long.BYTES] == '_'
            && (revision.length == REVISION || revision[REVISION] == 't');
    if (!shaped) {
      throw new DamagedDatabaseException("a revision in it is none");
    }
    try {
      check(revision.length == TOMBSTONE, ByteBuffer.wrap(revision).getLong(), value);
    } catch (MalformedMessageException e) {
      throw new DamagedDatabaseException("a key in it cannot be read: " + e.getMessage());
    }
  }

  private static void check(boolean deleted, long revision, byte[] value)
      throws MalformedMessageException {
    var in = new MessageReader(value);
    long modified = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1, 5 -> in.span();
        case 2, 4, 6 -> in.number();
        case 3 -> modified = in.number();
        default -> {}
      }
    }
    if (!deleted && value.length > 0 && modified != revision) {
      throw new MalformedMessageException(
          "revision %d says it is %d".formatted(revision, modified));
    }
  }
}
