/**
 * Runbooks that protect a cluster: snapshots, and the proof that they can be restored. They change
 * nothing of the cluster.
 */
@NullMarked
package io.quorate.runbook.protect;

import org.jspecify.annotations.NullMarked;
