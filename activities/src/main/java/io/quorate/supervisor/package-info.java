/**
 * Supervisors of members on a host: nobody, systemd, or the kubelet with a static pod. The package
 * reads from facts which process is the member's, whether the member is held, which settings it
 * would be started with, and why it would not start.
 */
@NullMarked
package io.quorate.supervisor;

import org.jspecify.annotations.NullMarked;
