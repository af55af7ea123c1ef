/**
 * Plans: what a runbook prescribes, as text for people, as a digest for their approval, and the
 * guard that compares every step with the world before it runs.
 */
@NullMarked
package io.quorate.plan;

import org.jspecify.annotations.NullMarked;
