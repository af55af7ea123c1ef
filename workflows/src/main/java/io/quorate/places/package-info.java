/**
 * The places of a fleet: which operations may be in disruptive steps at one time, and which is
 * next. Pure code; the workflow {@code fleet/places} keeps the queue.
 */
@NullMarked
package io.quorate.places;

import org.jspecify.annotations.NullMarked;
