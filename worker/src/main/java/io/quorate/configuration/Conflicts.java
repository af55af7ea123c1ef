package io.quorate.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Conflicts over ports of a host and files of a member, each of which only one may use. A second
 * use is a problem.
 */
final class Conflicts {
  private record Use(String field, String where) {
    static Use of(Scalar scalar) {
      return new Use(scalar.field(), scalar.field() + " in line " + scalar.line());
    }
  }

  private final Map<String, Use> uses = new HashMap<>();

  /** Reads a URL whose host and port nobody else uses. */
  Reading<URI> url(Reading<URI> reading) {
    return scalar -> {
      URI url = reading.read(scalar);
      take(HostPort.of(url), scalar);
      return url;
    };
  }

  /** Reads a URL that may also be the member's own one. */
  Reading<URI> urlOr(URI own, Reading<URI> reading) {
    return scalar -> {
      URI url = reading.read(scalar);
      if (!url.equals(own)) {
        take(HostPort.of(url), scalar);
      }
      return url;
    };
  }

  /** Reads a host and port that nobody else uses. */
  Reading<HostPort> address(Reading<HostPort> reading) {
    return scalar -> {
      HostPort address = reading.read(scalar);
      take(address, scalar);
      return address;
    };
  }

  /** Takes an address that is used by default. */
  void standard(HostPort address, String field) {
    uses.putIfAbsent(key(address), new Use(field, field + " by default"));
  }

  /**
   * Reads a path that no other member of the host uses.
   *
   * @param host what tells the machine from others
   */
  Reading<Path> path(String host, Reading<Path> reading) {
    return unique(host, reading);
  }

  /** Reads a name that no other member of the host uses. */
  Reading<String> word(String host, Reading<String> reading) {
    return unique(host, reading);
  }

  private <T> Reading<T> unique(String host, Reading<T> reading) {
    return scalar -> {
      T read = reading.read(scalar);
      Use before = uses.putIfAbsent(host + read, Use.of(scalar));
      if (before == null) {
        return read;
      }
      boolean shared = before.field().equals(scalar.field());
      throw new Wrong(
          shared
              ? "is the same for several members; write {name} where their names belong"
              : read + " is used twice: " + before.where() + " has it; give each its own");
    };
  }

  private void take(HostPort address, Scalar scalar) throws Wrong {
    Use before = uses.putIfAbsent(key(address), Use.of(scalar));
    if (before != null) {
      throw new Wrong(
          "port "
              + address.port()
              + " of "
              + address.host()
              + " is used twice: "
              + before.where()
              + " has it; choose another");
    }
  }

  /** Returns a key for the address; the usual names of this machine give the same key. */
  private static String key(HostPort address) {
    boolean here = address.host().equals("127.0.0.1") || address.host().equals("[::1]");
    return (here ? "localhost" : address.host()) + ":" + address.port();
  }
}
