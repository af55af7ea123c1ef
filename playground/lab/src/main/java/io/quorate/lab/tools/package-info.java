/**
 * The source of real servers: finds or makes etcd 3.4 to 3.7, Temporal and Kubernetes, for the
 * playground and for the tests.
 *
 * <p>Places searched, in this order: {@code $QUORATE_TOOLS/<tool>-<version>/}, the cache, one
 * folder of PATH. Ways of making, in this order, into the cache: the official release archive, a
 * build with Go, a Debian package. Each failure is reported in one line; if all fail, the message
 * says what to install.
 */
@NullMarked
package io.quorate.lab.tools;

import org.jspecify.annotations.NullMarked;
