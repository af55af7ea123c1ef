/**
 * What is saved of a cluster: snapshots, how they came about, which of them reach further, and how
 * long they are kept. Values only.
 */
@NullMarked
package io.quorate.snapshot;

import org.jspecify.annotations.NullMarked;
