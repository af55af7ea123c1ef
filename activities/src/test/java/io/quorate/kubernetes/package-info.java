/** The adapter to Kubernetes, against an HTTP server that counts, and against a real cluster. */
@NullMarked
package io.quorate.kubernetes;

import org.jspecify.annotations.NullMarked;
