/**
 * The request of a majority recovery: what a person asks for and states, and how far the operation
 * has come; and the reasons of the recovery. Every room of the recovery but the loss report reads
 * both.
 */
@NullMarked
package io.quorate.runbook.recovery.request;

import org.jspecify.annotations.NullMarked;
