/**
 * The domain's values: what an etcd cluster is and what was seen of it. Immutable values and
 * projections of them; no clock, no I/O, nothing that decides what should be done.
 */
@NullMarked
package io.quorate.cluster;

import org.jspecify.annotations.NullMarked;
