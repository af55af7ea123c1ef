/**
 * {@code quorate.yml} as immutable records. All errors that can be found without opening a
 * connection are reported at once, each with file, line and field. Nothing else in the product
 * reads configuration.
 */
@NullMarked
package io.quorate.configuration;

import org.jspecify.annotations.NullMarked;
