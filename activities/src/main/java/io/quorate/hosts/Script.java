package io.quorate.hosts;

/**
 * A POSIX shell script: what differs from one use to the next are its arguments, never its text.
 */
public record Script(String name, String text) {}
