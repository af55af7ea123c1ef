/**
 * View of a cluster from one look: the view, which joins everything below it, projections of the
 * view, contradictions within the view or with the record, and the view's lessons for the record.
 */
@NullMarked
package io.quorate.view;

import org.jspecify.annotations.NullMarked;
