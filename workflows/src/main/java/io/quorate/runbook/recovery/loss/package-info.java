/**
 * Loss of a restore, as far as it can be known before. The room uses no other room of the recovery.
 */
@NullMarked
package io.quorate.runbook.recovery.loss;

import org.jspecify.annotations.NullMarked;
