/**
 * Turns what the pure code says into what histories keep, and back. Only activities call it: a
 * workflow carries the recorded form along and reads nothing else.
 */
@NullMarked
package io.quorate.recording;

import org.jspecify.annotations.NullMarked;
