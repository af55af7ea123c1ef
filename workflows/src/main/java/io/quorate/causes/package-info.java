/** Common causes: what many clusters that are in trouble at one time share. Pure code. */
@NullMarked
package io.quorate.causes;

import org.jspecify.annotations.NullMarked;
