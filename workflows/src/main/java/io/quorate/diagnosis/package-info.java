/**
 * Diagnosis of a cluster: one ranked table, each row a record with its evidence and the runbook
 * that answers the trouble. Advice stands beside the table.
 */
@NullMarked
package io.quorate.diagnosis;

import org.jspecify.annotations.NullMarked;
