/**
 * Approvals: who may approve what, what a person decided, and the state of one approval. Pure: the
 * time comes with the decision.
 */
@NullMarked
package io.quorate.approval;

import org.jspecify.annotations.NullMarked;
