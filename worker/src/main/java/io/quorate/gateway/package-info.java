/**
 * Doors for people and alerts. Here is what both doors need, who a person is and what is counted;
 * the doors themselves are {@code http} and {@code slack}, which do not know each other.
 */
@NullMarked
package io.quorate.gateway;

import org.jspecify.annotations.NullMarked;
