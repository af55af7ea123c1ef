package io.quorate.datadir.bbolt;

/** A database that bbolt would not open, or would stumble over. */
public final class DamagedDatabaseException extends Exception {
  private static final long serialVersionUID = 1;

  public DamagedDatabaseException(String sentence) {
    super(sentence);
  }
}
