/**
 * Scenarios on a Kubernetes of two nodes, with the members in the pods of a StatefulSet. The
 * product runs outside, and is operated from its command line alone, as people do it.
 */
@NullMarked
package io.quorate.playground.sets;

import org.jspecify.annotations.NullMarked;
