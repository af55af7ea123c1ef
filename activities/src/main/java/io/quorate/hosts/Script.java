package io.quorate.hosts;

/** A POSIX shell script; its text is the same for all members with the same supervisor. */
public record Script(String name, String text) {}
