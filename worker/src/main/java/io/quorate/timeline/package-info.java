/**
 * Timelines of operations, read from the histories of their runs. No timeline is stored: Temporal
 * has every prescription, step, decision and change of state, and keeps them as long as the
 * operation itself. The reader opens no connection; the caller brings the events.
 */
@NullMarked
package io.quorate.timeline;

import org.jspecify.annotations.NullMarked;
