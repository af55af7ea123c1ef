package io.quorate.datadir.wal;

/**
 * Records that stand behind damage and are genuine, for each continues the checksum of the one
 * before it. etcd has nothing like it and throws them away.
 *
 * @param records how many were found
 * @param firstIndex the lowest index of an entry among them; 0 for none
 * @param lastIndex the highest
 * @param laterSave whether a record belongs, or may belong, to a save after the damaged one: the
 *     damaged save had then reached the disk, so the damage is corruption and not a power cut
 * @param searched whether all was searched; a segment full of what only looks like records is not
 */
public record TrailingBytes(
    long records, long firstIndex, long lastIndex, boolean laterSave, boolean searched) {
  /** Whether it is certain that there is nothing behind the damage. */
  public boolean nothing() {
    return records == 0 && searched;
  }
}
