/**
 * Observes clusters: one view out of all ports, as deep as asked, and polling until an answer is
 * known. Reads only; nothing here demands a permit.
 */
@NullMarked
package io.quorate.observation;

import org.jspecify.annotations.NullMarked;
