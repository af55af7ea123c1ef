/**
 * Who may say yes to what: the policy, a decision, and the state of one approval. Pure: time comes
 * in with the decision.
 */
@NullMarked
package io.quorate.approval;

import org.jspecify.annotations.NullMarked;
