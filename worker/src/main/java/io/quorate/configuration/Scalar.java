package io.quorate.configuration;

/**
 * One written value, with {@code ${NAME}} and {@code {name}} replaced.
 *
 * @param written the value as it stands in the file, which an error repeats, so that people find it
 */
record Scalar(String text, String written, String field, int line) {}
