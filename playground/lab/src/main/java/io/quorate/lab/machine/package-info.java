/**
 * Processes, ports, folders and waits with a limit on this machine: programs that run to their end,
 * and servers that outlive whoever started them.
 *
 * <p>Linux only: processes are recognised by what {@code /proc} says of them.
 */
@NullMarked
package io.quorate.lab.machine;

import org.jspecify.annotations.NullMarked;
