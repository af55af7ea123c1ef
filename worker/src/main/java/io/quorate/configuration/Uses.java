package io.quorate.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What only one may have: ports of a host, files of a member. The second to want it is told. */
final class Uses {
  private record Use(String field, String where) {
    static Use of(Scalar scalar) {
      return new Use(scalar.field(), scalar.field() + " in line " + scalar.line());
    }
  }

  private final Map<String, Use> uses = new HashMap<>();

  /** A URL whose host and port nobody else has. */
  Reading<URI> url(Reading<URI> reading) {
    return scalar -> {
      URI url = reading.read(scalar);
      take(new HostPort(url.getHost(), url.getPort()), scalar);
      return url;
    };
  }

  /** The same, or the one it has already. */
  Reading<URI> urlOr(URI own, Reading<URI> reading) {
    return scalar -> {
      URI url = reading.read(scalar);
      if (!url.equals(own)) {
        take(new HostPort(url.getHost(), url.getPort()), scalar);
      }
      return url;
    };
  }

  /** A host and port that nobody else has. */
  Reading<HostPort> address(Reading<HostPort> reading) {
    return scalar -> {
      HostPort address = reading.read(scalar);
      take(address, scalar);
      return address;
    };
  }

  /** An address that is taken although nobody wrote it. */
  void standard(HostPort address, String field) {
    uses.putIfAbsent(key(address), new Use(field, field + " by default"));
  }

  /** A path of this kind that no other member of the host has. */
  Reading<Path> path(Reading<Path> reading) {
    return scalar -> {
      Path path = reading.read(scalar);
      Use before = uses.putIfAbsent(path.toString(), Use.of(scalar));
      if (before == null) {
        return path;
      }
      boolean shared = before.field().equals(scalar.field());
      throw new Wrong(
          shared
              ? "is the same for several members; write {name} where their names belong"
              : path + " is used twice: " + before.where() + " has it; give each its own");
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

  /** The usual names of this machine are one. */
  private static String key(HostPort address) {
    boolean here = address.host().equals("127.0.0.1") || address.host().equals("[::1]");
    return (here ? "localhost" : address.host()) + ":" + address.port();
  }
}
