/**
 * Scenarios on booted machines with systemd and sshd. The product runs where it can reach them, and
 * is operated from its command line alone, as people do it.
 */
@NullMarked
package io.quorate.playground.machines;

import org.jspecify.annotations.NullMarked;
