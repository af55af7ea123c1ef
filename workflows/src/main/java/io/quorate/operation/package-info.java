/**
 * Operations and incidents without Temporal: requests, states, phases, and what a history records
 * of a plan. Values only; nothing here knows a runbook, a step or a plan's rules.
 */
@NullMarked
package io.quorate.operation;

import org.jspecify.annotations.NullMarked;
