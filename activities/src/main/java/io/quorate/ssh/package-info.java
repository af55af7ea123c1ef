/**
 * Hosts reached over SSH: one kept session a host, a {@link io.quorate.shell.Shell} and a reader of
 * data directories on it. Host keys come from {@code known_hosts} alone and are never accepted by
 * themselves. Whatever is cut off here ends on the host by its own time limit; what it did there is
 * for the next look to tell.
 */
@NullMarked
package io.quorate.ssh;

import org.jspecify.annotations.NullMarked;
