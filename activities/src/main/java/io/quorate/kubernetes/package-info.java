/**
 * etcd in Kubernetes: how the API server is asked, and what its answers mean. Nothing else imports
 * the client library. What is decided here is decided from records, apart from the requests; each
 * request is sent once, has a deadline, and ends in an answer or in a {@link
 * io.quorate.port.Failure}.
 */
@NullMarked
package io.quorate.kubernetes;

import org.jspecify.annotations.NullMarked;
