package io.quorate.ssh;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One login on the way to a host: a jump host, or the host. */
record SshHop(String user, String address, int port) {
  static final int STANDARD_PORT = 22;

  /** As OpenSSH writes a jump host: {@code [user@]host[:port]}, an IPv6 address in brackets. */
  private static final Pattern JUMP =
      Pattern.compile("(?:([^@\\s]+)@)?(?:\\[([^\\]\\s]+)\\]|([^:@\\s\\[\\]]+))(?::(\\d{1,5}))?");

  SshHop {
    if (address.isBlank() || !address.matches("[^\\s\\p{Cntrl},'\"\\[\\]]+")) {
      throw new IllegalArgumentException("\"" + address + "\" is no address of a host");
    }
    if (address.startsWith("-") || user.startsWith("-")) {
      throw new IllegalArgumentException("an address and a user do not begin with a hyphen");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException(port + " is no port");
    }
    if (!user.matches("[^\\s\\p{Cntrl}@:'\"]+")) {
      throw new IllegalArgumentException("\"" + user + "\" is no user");
    }
  }

  /**
   * A jump host; without a user of its own it is logged in to as the user of the host behind it.
   */
  static SshHop jump(String text, String user) {
    Matcher found = JUMP.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no jump host; write [user@]host[:port], IPv6 in brackets");
    }
    return new SshHop(
        found.group(1) == null ? user : found.group(1),
        found.group(2) == null ? found.group(3) : found.group(2),
        found.group(4) == null ? STANDARD_PORT : Integer.parseInt(found.group(4)));
  }

  /** The hop in a sentence. */
  String name() {
    return place() + " as " + user;
  }

  /** The hop in a sentence about the machine and not about its user. */
  String place() {
    return port == STANDARD_PORT ? address : address + " port " + port;
  }

  /** The name of the host in {@code known_hosts}. */
  String knownName() {
    String lower = address.toLowerCase(Locale.ROOT);
    return port == STANDARD_PORT ? lower : "[" + lower + "]:" + port;
  }
}
