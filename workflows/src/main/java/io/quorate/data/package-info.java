/**
 * What lies in the data directory of a member: whose data it is, how far it reaches, and what a
 * reading or a comparison of it found. Values only.
 */
@NullMarked
package io.quorate.data;

import org.jspecify.annotations.NullMarked;
