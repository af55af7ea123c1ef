/**
 * The adapter to etcd: gRPC on one channel for each member, and the metrics page of its client URL.
 * It asks and it does what it is told; it decides nothing. Every exception of gRPC becomes a {@link
 * io.quorate.port.Failure} here.
 */
@NullMarked
package io.quorate.etcd;

import org.jspecify.annotations.NullMarked;
