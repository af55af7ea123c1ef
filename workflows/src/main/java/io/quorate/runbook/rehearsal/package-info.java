/**
 * Rehearsals: the question that a stated loss would bring, put to people the whole real way, and
 * nothing carried out.
 */
@NullMarked
package io.quorate.runbook.rehearsal;

import org.jspecify.annotations.NullMarked;
