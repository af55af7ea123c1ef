/**
 * Majority recovery: what is done once quorum is lost. First the return of members with their own
 * data, which loses nothing; then, where that is not possible, what a restore would lose. No rule
 * about a cluster that has quorum lives here.
 */
@NullMarked
package io.quorate.runbook.recovery;

import org.jspecify.annotations.NullMarked;
