/**
 * Translation between values of the pure code and what histories keep. Only activities use it: a
 * workflow carries the recorded form along and reads nothing else.
 */
@NullMarked
package io.quorate.recording;

import org.jspecify.annotations.NullMarked;
