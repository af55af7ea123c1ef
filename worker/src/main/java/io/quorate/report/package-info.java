/**
 * Reports of incidents, made of timelines: what was wrong, what was done, how long it took, what
 * was lost and what is left. Pure: the caller brings what was read, and the time.
 */
@NullMarked
package io.quorate.report;

import org.jspecify.annotations.NullMarked;
