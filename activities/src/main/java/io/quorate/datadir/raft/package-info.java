/**
 * What etcd and raft write: entries, hard states, snapshots, membership changes, as values, and how
 * they are read from bytes. Damaged bytes are a {@link
 * io.quorate.datadir.raft.MalformedMessageException}, never another exception. Keys are told,
 * values and passwords never.
 */
@NullMarked
package io.quorate.datadir.raft;

import org.jspecify.annotations.NullMarked;
