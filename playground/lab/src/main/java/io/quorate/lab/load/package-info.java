/**
 * A client that writes all the time, remembers what etcd acknowledged, and reads it back at the
 * end. The client speaks etcd's JSON over HTTP, so that it shares no code with the product whose
 * work it checks.
 */
@NullMarked
package io.quorate.lab.load;

import org.jspecify.annotations.NullMarked;
