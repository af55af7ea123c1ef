/**
 * Wire form of all that is stored in a workflow history: one object mapper, with mix-ins so that
 * the pure packages know nothing of it. Names are append-only; golden JSON in the tests holds them.
 */
@NullMarked
package io.quorate.history;

import org.jspecify.annotations.NullMarked;
