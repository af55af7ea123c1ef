/**
 * Minority replace: voters that are gone for good get replacements while the others hold quorum.
 * What other rooms need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.replace;

import org.jspecify.annotations.NullMarked;
