package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.Request;

/** A request and where it stands in the log. */
public record LoggedRequest(Position at, Request request) {}
