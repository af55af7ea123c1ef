/**
 * What etcd itself has: members, ids, names, versions, statuses, alarms, quorum, and the small
 * words about them. Values that know nothing of hosts, files, snapshots or what was seen when; no
 * clock, no I/O, nothing that decides what should be done.
 */
@NullMarked
package io.quorate.cluster;

import org.jspecify.annotations.NullMarked;
