/**
 * A real cluster to break on one machine. May see everything; nothing may see it but the process
 * that starts it.
 */
@NullMarked
package io.quorate.playground;

import org.jspecify.annotations.NullMarked;
