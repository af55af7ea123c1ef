/**
 * Plans: what a runbook prescribes, as text for people, as a digest for their yes, and the guard
 * that holds every step of it against the world before it runs.
 */
@NullMarked
package io.quorate.plan;

import org.jspecify.annotations.NullMarked;
