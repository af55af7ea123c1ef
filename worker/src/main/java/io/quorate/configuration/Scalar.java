package io.quorate.configuration;

/**
 * One written value, with {@code ${NAME}} and {@code {name}} replaced.
 *
 * @param written as it stands in the file: what an error repeats, so that it is found again
 */
record Scalar(String text, String written, String field, int line) {}
