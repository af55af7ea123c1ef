/**
 * Data directory of a member: the owner of the data, the position that the data has reached, and
 * the results of readings and comparisons. Values only.
 */
@NullMarked
package io.quorate.data;

import org.jspecify.annotations.NullMarked;
