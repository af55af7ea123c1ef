/**
 * Scenarios that break and heal a real cluster on one machine. This package may use every other;
 * only the process that starts it may use this package.
 */
@NullMarked
package io.quorate.playground;

import org.jspecify.annotations.NullMarked;
