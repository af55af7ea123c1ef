/**
 * A real Kubernetes on this machine: a control plane and two nodes with containers, in network and
 * mount namespaces of their own that no packet can leave. Images are made of this machine's
 * programs. Needs root, and installs nothing.
 */
@NullMarked
package io.quorate.lab.kubernetes;

import org.jspecify.annotations.NullMarked;
