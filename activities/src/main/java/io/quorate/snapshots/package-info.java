/**
 * Snapshot files in a directory or in S3, with a catalogue that can be read and used without
 * Quorate. Nothing here replaces a snapshot, and none gets its final name before its SHA-256 was
 * checked. A snapshot is removed only through {@link io.quorate.port.SnapshotStore#remove}.
 */
@NullMarked
package io.quorate.snapshots;

import org.jspecify.annotations.NullMarked;
