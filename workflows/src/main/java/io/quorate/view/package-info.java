/**
 * What one look saw of a cluster: the view, which joins everything below it, projections of it,
 * what in it contradicts itself or the record, and what it teaches the record.
 */
@NullMarked
package io.quorate.view;

import org.jspecify.annotations.NullMarked;
