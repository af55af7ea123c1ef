/**
 * What runs a member: its configured place, its process and who supervises it, its installation,
 * and the clock of its machine. Values only.
 */
@NullMarked
package io.quorate.workload;

import org.jspecify.annotations.NullMarked;
