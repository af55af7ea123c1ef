/** The watch over a fleet: what a look at a cluster nobody alerted about shows. */
@NullMarked
package io.quorate.watch;

import org.jspecify.annotations.NullMarked;
