/**
 * Process of a member: its configured place and the platform's words for it, its state and its
 * supervisor, its installation, and the clock of its machine. Values only.
 */
@NullMarked
package io.quorate.workload;

import org.jspecify.annotations.NullMarked;
