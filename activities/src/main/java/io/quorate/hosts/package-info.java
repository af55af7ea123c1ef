/**
 * etcd as processes on hosts: processes, environment files and data directories, over a {@link
 * io.quorate.hosts.Shell}. Everything that touches a host is one of the small scripts beside this
 * package. A script reports facts or does one effect; this package decides what follows from the
 * facts.
 */
@NullMarked
package io.quorate.hosts;

import org.jspecify.annotations.NullMarked;
