/** What a play tells people: its progress line by line, and its verdict. */
@NullMarked
package io.quorate.playground.telling;

import org.jspecify.annotations.NullMarked;
