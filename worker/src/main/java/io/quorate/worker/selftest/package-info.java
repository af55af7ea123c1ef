/**
 * The self-test: an alert about a cluster that this process plays goes the whole way to the end of
 * its incident, through a gateway, a worker and workflows like those of the installation. Nothing
 * here knows an adapter.
 */
@NullMarked
package io.quorate.worker.selftest;

import org.jspecify.annotations.NullMarked;
