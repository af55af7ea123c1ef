/**
 * Real servers on this machine, to break and to watch: an etcd cluster laid out as on hosts, and
 * the Temporal development server.
 *
 * <p>Each server is a process in a session of its own. This package neither restarts a server nor
 * decides anything about one: callers do.
 */
@NullMarked
package io.quorate.lab.servers;

import org.jspecify.annotations.NullMarked;
