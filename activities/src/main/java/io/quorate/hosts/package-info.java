/**
 * etcd members on hosts, as plain processes, units of systemd or static pods: their processes,
 * programs, settings and data directories, over a {@link io.quorate.hosts.Shell} of this machine or
 * of another one. The small scripts beside this package do everything that touches a host, but for
 * reading files of another machine. A script reports facts or does one effect; this package decides
 * what follows from the facts.
 */
@NullMarked
package io.quorate.hosts;

import org.jspecify.annotations.NullMarked;
