/**
 * The outside in our words: what Quorate needs of etcd, of hosts, of a snapshot store and of a
 * channel to people. Only interfaces and their failures; no client library, no decision.
 */
@NullMarked
package io.quorate.port;

import org.jspecify.annotations.NullMarked;
