package io.quorate.configuration;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** An address to listen on or to reach; an IPv6 host stands in brackets. */
public record HostPort(String host, int port) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "[::1]", "[0:0:0:0:0:0:0:1]");
  private static final Set<String> WILDCARD = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

  /** Returns the host and the port of a URL; the port is -1 where the URL has none. */
  public static HostPort of(URI url) {
    return new HostPort(url.getHost(), url.getPort());
  }

  /** Whether only this machine reaches the address. */
  public boolean loopback() {
    String lower = host.toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(lower) || lower.matches("127(\\.\\d{1,3}){3}");
  }

  /** Whether a server that listens there is reached at every address of this machine. */
  public boolean wildcard() {
    return WILDCARD.contains(host);
  }

  /** The host as sockets take it: an IPv6 host without its brackets. */
  public String bare() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** The address as {@code 127.0.0.1:8085}. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
