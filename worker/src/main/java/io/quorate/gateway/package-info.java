/**
 * Doors for people and alerts. This package holds what both doors need: the identity of a person,
 * and metrics. The doors themselves are {@code http} and {@code slack}, which do not depend on each
 * other.
 */
@NullMarked
package io.quorate.gateway;

import org.jspecify.annotations.NullMarked;
