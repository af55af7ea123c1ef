/**
 * A client that writes all the time, remembers what etcd acknowledged, and reads it back at the
 * end. It speaks etcd's JSON over HTTP, so that it shares no code with the product it judges.
 */
@NullMarked
package io.quorate.lab.load;

import org.jspecify.annotations.NullMarked;
