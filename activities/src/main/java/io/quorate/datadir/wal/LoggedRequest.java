package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.Request;

/** A request and where it stands in the log. */
public record LoggedRequest(Position at, Request request) {
  /** Returns the request itself, whether a client sent it through the v2 or the v3 interface. */
  public Request meaning() {
    return request instanceof Request.Version2 old ? old.meaning() : request;
  }

  /** A request of the old interface and where it stands in the log. */
  public record Old(Position at, Request.Version2 request) {}
}
