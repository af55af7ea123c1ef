/**
 * What is remembered of a cluster from look to look (docs/concepts.md#the-cluster-record): its
 * histories, their members and figures, and who changed it. Values that know no view.
 */
@NullMarked
package io.quorate.record;

import org.jspecify.annotations.NullMarked;
