/**
 * {@code quorate.yml} as immutable records. Everything that can be said about the file without
 * asking the world is said here: all errors at once, each with file, line and field. Nothing else
 * in the product reads configuration, and nothing here opens a connection.
 */
@NullMarked
package io.quorate.configuration;

import org.jspecify.annotations.NullMarked;
