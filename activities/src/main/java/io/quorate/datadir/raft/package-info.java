/**
 * Values that etcd and raft write (entries, hard states, snapshots, membership changes), and their
 * readers. Damaged bytes throw a {@link io.quorate.datadir.raft.MalformedMessageException} and no
 * other exception. The values hold clients' keys; they never hold clients' values or passwords.
 */
@NullMarked
package io.quorate.datadir.raft;

import org.jspecify.annotations.NullMarked;
