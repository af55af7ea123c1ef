/**
 * etcd's write-ahead log: segments, records, their chain of checksums, what damage means, and what
 * of the raft log is in it. A whole log of gigabytes is read with a window of a few hundred
 * kilobytes.
 */
@NullMarked
package io.quorate.datadir.wal;

import org.jspecify.annotations.NullMarked;
