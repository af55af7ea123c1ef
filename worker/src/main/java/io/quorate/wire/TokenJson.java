package io.quorate.wire;

/**
 * Output of {@code quorate token create -o json}.
 *
 * @param name of the person whose token it is
 * @param token what the person shows; it is told here and nowhere else
 * @param id first digits of its SHA-256, by which tokens are told apart
 * @param file that the SHA-256 was written into
 */
public record TokenJson(String name, String token, String id, String file) {}
