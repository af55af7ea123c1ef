/**
 * What an operation is, without Temporal: its request, its state, its phases, and what is recorded
 * of a plan in its history. Values only; nothing here knows a runbook, a step or a plan's rules.
 */
@NullMarked
package io.quorate.operation;

import org.jspecify.annotations.NullMarked;
