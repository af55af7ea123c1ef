/**
 * The product as people operate it, from its command line alone, with a client that writes
 * meanwhile and an inspection by etcdctl at the end. Where the members run is told by {@code
 * machines} and {@code sets}.
 */
@NullMarked
package io.quorate.playground.operated;

import org.jspecify.annotations.NullMarked;
