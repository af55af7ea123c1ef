/**
 * The request of a majority recovery: what a person asks for and states, and how far the operation
 * has come. Every room of the recovery but the loss report reads it.
 */
@NullMarked
package io.quorate.runbook.recovery.request;

import org.jspecify.annotations.NullMarked;
