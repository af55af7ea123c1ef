/** Output of a play for people: the progress line by line, and the verdict. */
@NullMarked
package io.quorate.playground.telling;

import org.jspecify.annotations.NullMarked;
