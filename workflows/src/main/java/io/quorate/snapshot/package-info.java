/**
 * Saved snapshots of a cluster: their origin, their order by how far they reach, and the rule that
 * keeps or removes them. Values only.
 */
@NullMarked
package io.quorate.snapshot;

import org.jspecify.annotations.NullMarked;
