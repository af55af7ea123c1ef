/**
 * A fleet of etcd members without machines: one process that answers as thousands of members do, on
 * real connections and with answers recorded from etcd, and says how often each was asked.
 */
@NullMarked
package io.quorate.lab.fleet;

import org.jspecify.annotations.NullMarked;
