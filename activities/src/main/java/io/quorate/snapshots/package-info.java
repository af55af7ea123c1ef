/**
 * Snapshot files in a directory, with a catalogue that can be read and used without Quorate.
 * Nothing here replaces or deletes a snapshot, and no file gets its final name before its SHA-256
 * was checked.
 */
@NullMarked
package io.quorate.snapshots;

import org.jspecify.annotations.NullMarked;
