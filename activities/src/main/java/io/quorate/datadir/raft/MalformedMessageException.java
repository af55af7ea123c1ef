package io.quorate.datadir.raft;

/** Bytes that are not the message they should be. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1;

  public MalformedMessageException(String what) {
    super(what);
  }
}
