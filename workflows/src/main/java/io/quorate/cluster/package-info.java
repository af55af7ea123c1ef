/**
 * Concepts of etcd itself: members, ids, names, versions, statuses, alarms, quorum, and the small
 * words about them. The values know nothing of hosts, files, snapshots or the time of a look; the
 * package has no clock and no I/O, and decides nothing.
 */
@NullMarked
package io.quorate.cluster;

import org.jspecify.annotations.NullMarked;
