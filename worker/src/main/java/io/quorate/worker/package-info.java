/**
 * Process of Quorate: its entry point, the wiring of everything by hand, and the Temporal
 * activities that call observation and execution. Nothing here decides anything about etcd.
 */
@NullMarked
package io.quorate.worker;

import org.jspecify.annotations.NullMarked;
