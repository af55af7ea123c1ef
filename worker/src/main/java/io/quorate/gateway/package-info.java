/**
 * Doors for people and alerts. This package holds what both doors need: who a person is, and
 * metrics. The doors themselves are {@code http} and {@code slack}, which do not know each other.
 */
@NullMarked
package io.quorate.gateway;

import org.jspecify.annotations.NullMarked;
