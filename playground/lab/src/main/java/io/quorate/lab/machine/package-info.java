/**
 * This machine, as far as the playground needs it: programs that run to their end, servers that
 * outlive whoever started them, ports, folders, and waits that have a limit.
 *
 * <p>Linux only: processes are recognised by what {@code /proc} says of them.
 */
@NullMarked
package io.quorate.lab.machine;

import org.jspecify.annotations.NullMarked;
