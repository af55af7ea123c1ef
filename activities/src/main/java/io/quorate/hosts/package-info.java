/**
 * etcd members on hosts: the ports of a platform, put together from shells ({@code shell}, {@code
 * ssh}), file work ({@code volume}) and supervisors ({@code supervisor}). The small scripts beside
 * these packages do everything that touches a host, but for reading files of another machine. A
 * script reports facts or does one effect; these packages decide what follows from the facts.
 */
@NullMarked
package io.quorate.hosts;

import org.jspecify.annotations.NullMarked;
