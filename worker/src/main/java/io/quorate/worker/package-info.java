/**
 * Process: its entry point and the wiring of everything by hand. Nothing here decides anything
 * about etcd.
 */
@NullMarked
package io.quorate.worker;

import org.jspecify.annotations.NullMarked;
