package io.quorate.workload;

/**
 * Advice of a platform on the objects that run members: a condition that is harmless now and should
 * not last.
 *
 * @param name stable, append-only
 * @param sentence the fact, with a command that mends it
 */
public record PlatformAdvice(String name, String sentence) {}
