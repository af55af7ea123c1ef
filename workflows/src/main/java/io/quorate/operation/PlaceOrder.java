package io.quorate.operation;

import java.time.Instant;

/**
 * Order to ask for the place of an operation.
 *
 * @param step the first step that changes something, with its plan
 * @param since when the operation was asked for
 * @param begun whether the operation has changed its cluster already
 */
public record PlaceOrder(StepOrder step, Instant since, boolean begun) {}
