/**
 * Record of a cluster from look to look (docs/concepts.md#the-cluster-record): the cluster's
 * histories, their members and figures, and the installations that changed the cluster. The values
 * know no view.
 */
@NullMarked
package io.quorate.record;

import org.jspecify.annotations.NullMarked;
