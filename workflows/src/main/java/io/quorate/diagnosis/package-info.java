/**
 * What is wrong with a cluster: one ranked table, each row a record with its evidence and the
 * runbook that answers it. Advice stands beside it.
 */
@NullMarked
package io.quorate.diagnosis;

import org.jspecify.annotations.NullMarked;
