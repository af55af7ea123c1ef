/**
 * The Temporal side: the operation that carries out every plan, the incident that proposes one, and
 * the contracts of their activities. It sequences and waits; it decides nothing about etcd.
 */
@NullMarked
package io.quorate.workflow;

import org.jspecify.annotations.NullMarked;
