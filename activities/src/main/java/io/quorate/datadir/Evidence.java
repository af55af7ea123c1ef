package io.quorate.datadir;

import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.wal.RaftLog;
import java.util.Set;

/**
 * All that was read of a directory, before it is judged.
 *
 * @param receivedWhole whether the database that came with the raft snapshot of the start is there
 *     and whole
 */
record Evidence(
    Layout layout,
    RaftLog log,
    DatabaseReading database,
    StartPoint start,
    DataState state,
    Set<Trace> traces,
    boolean receivedWhole,
    Expected expected,
    Depth depth) {
  DatabaseFacts facts() {
    return database.facts().orElseGet(DatabaseFacts::none);
  }
}
