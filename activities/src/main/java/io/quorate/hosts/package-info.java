/**
 * etcd as processes on hosts: their processes, environment files and data directories, over a
 * {@link io.quorate.hosts.Shell}. Everything that touches a host is one of the small scripts beside
 * this package; they say facts and do one effect, what follows from the facts is decided here.
 */
@NullMarked
package io.quorate.hosts;

import org.jspecify.annotations.NullMarked;
