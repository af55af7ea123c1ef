/**
 * Temporal workflows: the operation that carries out every plan, the incident that proposes one,
 * and the contracts of their activities. Workflows sequence and wait; they decide nothing about
 * etcd.
 */
@NullMarked
package io.quorate.workflow;

import org.jspecify.annotations.NullMarked;
