/**
 * Real servers on this machine, to break and to watch: an etcd cluster laid out as on hosts, and
 * the Temporal development server.
 *
 * <p>Each server is a process in a session of its own. Nothing here keeps a server alive, restarts
 * it or decides anything about it: that is for whoever looks after it, or for the one who breaks
 * it.
 */
@NullMarked
package io.quorate.lab.servers;

import org.jspecify.annotations.NullMarked;
