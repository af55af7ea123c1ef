package io.quorate.ssh;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.sshd.client.config.hosts.KnownHostHashValue;

/**
 * One line of {@code known_hosts} (sshd(8)): whose it is, and which key that host has. The {@code
 * KnownHostEntry} of Apache's sshd does not replace this class: it applies {@code @revoked *} to
 * port 22 only, and rejects a line whose name has a character like a slash.
 *
 * @param number counted from 1
 * @param marker {@code @revoked}, {@code @cert-authority} or empty
 * @param type such as {@code ssh-ed25519}
 * @param key the key in base64
 */
record KnownHostLine(int number, String marker, String hosts, String type, String key) {
  static final String REVOKED = "@revoked";
  static final String AUTHORITY = "@cert-authority";

  /** The line; empty for a comment and for what is none, which OpenSSH passes over as well. */
  static Optional<KnownHostLine> parse(int number, String text) {
    String line = text.strip();
    if (line.isEmpty() || line.startsWith("#")) {
      return Optional.empty();
    }
    List<String> words = List.of(line.split("\\s+"));
    String marker = words.getFirst().startsWith("@") ? words.getFirst() : "";
    int first = marker.isEmpty() ? 0 : 1;
    return words.size() < first + 3
        ? Optional.empty()
        : Optional.of(
            new KnownHostLine(
                number, marker, words.get(first), words.get(first + 1), words.get(first + 2)));
  }

  /** Whether the line is about the host of this name, in lower case. */
  boolean isAbout(String name) {
    if (hosts.startsWith("|")) {
      return isHashOf(name);
    }
    boolean found = false;
    for (String each : hosts.split(",")) {
      boolean negated = each.startsWith("!");
      if (matches(negated ? each.substring(1) : each, name)) {
        if (negated) {
          return false;
        }
        found = true;
      }
    }
    return found;
  }

  boolean has(byte[] shown) {
    try {
      return MessageDigest.isEqual(Base64.getDecoder().decode(key), shown);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean matches(String pattern, String name) {
    var regex = new StringBuilder();
    for (char each : pattern.toCharArray()) {
      regex.append(
          switch (each) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(each));
          });
    }
    return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE).matcher(name).matches();
  }

  /** {@code |1|salt|hash}: HMAC-SHA1 of the name, both in base64. */
  private boolean isHashOf(String name) {
    try {
      return KnownHostHashValue.parse(hosts).isHostMatch(name, 0);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
