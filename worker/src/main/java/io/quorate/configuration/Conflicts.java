package io.quorate.configuration;

import io.quorate.cluster.FailureDomain;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Conflicts over names of clusters, labels of alerts, ports of a host and files of a member, each
 * of which only one may use, and over zones, each of which is in one site. A second use is a
 * problem.
 */
final class Conflicts {
  /**
   * Use of a name.
   *
   * @param as purpose of the use; two uses for one purpose are no conflict. Empty where a second
   *     use is always a conflict
   */
  private record Use(String field, String where, String file, Optional<String> as) {
    static Use of(String field, int line, String file) {
      return new Use(
          field, field + " in line " + line + (file.isEmpty() ? "" : " of " + file), file);
    }

    Use(String field, String where, String file) {
      this(field, where, file, Optional.empty());
    }

    Use as(String thing) {
      return new Use(field, where, file, Optional.of(thing));
    }

    boolean contradicts(Use other) {
      return as.isEmpty() || !as.equals(other.as);
    }
  }

  private final Map<String, Use> uses;
  private final Map<String, List<Use>> rivals = new HashMap<>();
  private final Optional<Conflicts> others;
  private final String file;

  /** Creates conflicts of a file in which nothing is used yet. */
  Conflicts() {
    this(Optional.empty(), "", new HashMap<>());
  }

  private Conflicts(Optional<Conflicts> others, String file, Map<String, Use> uses) {
    this.others = others;
    this.file = file;
    this.uses = uses;
  }

  /** Returns conflicts of a further file, which has to get along with what this one uses. */
  Conflicts in(String further) {
    return new Conflicts(Optional.of(this), further, new HashMap<>());
  }

  /** Returns the uses of this file, before any further file is compared with them. */
  Conflicts alone() {
    return new Conflicts(others, file, uses);
  }

  /** Returns what this further file uses, beside other further files. */
  Conflicts beside(Conflicts main) {
    return new Conflicts(Optional.of(main), file, uses);
  }

  /** Counts what this further file uses as used twice, for each other further file. */
  void contend() {
    others.ifPresent(
        all ->
            uses.forEach(
                (key, use) -> all.rivals.computeIfAbsent(key, any -> new ArrayList<>()).add(use)));
  }

  /** Returns whether another further file uses something that this one uses. */
  boolean isContended() {
    return uses.entrySet().stream()
        .anyMatch(
            own -> others.flatMap(all -> all.rival(own.getKey(), own.getValue())).isPresent());
  }

  private Optional<Use> rival(String key, Use own) {
    return rivals.getOrDefault(key, List.of()).stream()
        .filter(use -> !use.file().equals(own.file()) && use.contradicts(own))
        .findFirst();
  }

  /** Returns where this name of a cluster stands already; empty for a new one. */
  Optional<String> cluster(String name, int line) {
    return taken("cluster " + name, Use.of("clusters." + name, line, file)).map(Use::where);
  }

  /** Returns the cluster that these labels of alerts mean already; empty for new ones. */
  Optional<String> alerts(Map<String, String> labels, String cluster) {
    return taken("alerts " + labels, new Use(cluster, cluster, file)).map(Use::where);
  }

  /** Reads the site of a zone that is in no other site. */
  Reading<FailureDomain> site(FailureDomain zone) {
    return scalar -> {
      String site = ValueParsers.text(scalar);
      Optional<Use> before =
          zone.equals(FailureDomain.UNKNOWN)
              ? Optional.empty()
              : taken("zone " + zone, Use.of(scalar.field(), scalar.line(), file).as(site));
      if (before.isPresent()) {
        throw new Wrong(
            "puts zone %s into site %s, and %s puts it into site %s; a zone is in one site: correct one of them, or give one of the two zones another name"
                .formatted(zone, site, before.get().where(), before.get().as().orElse("")));
      }
      return new FailureDomain(site);
    };
  }

  /** Takes a key for this use; returns the use that has it already, if they contradict. */
  private Optional<Use> taken(String key, Use use) {
    return others
        .flatMap(all -> Optional.ofNullable(all.uses.get(key)).or(() -> all.rival(key, use)))
        .or(() -> Optional.ofNullable(uses.putIfAbsent(key, use)))
        .filter(before -> before.contradicts(use));
  }

  private Optional<Use> taken(String key, Scalar scalar) {
    return taken(key, Use.of(scalar.field(), scalar.line(), file));
  }

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
    uses.putIfAbsent(key(address), new Use(field, field + " by default", file));
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
      Optional<Use> before = taken(host + read, scalar);
      if (before.isEmpty()) {
        return read;
      }
      boolean shared = before.get().field().equals(scalar.field());
      throw new Wrong(
          shared
              ? "is the same for several members; write {name} where their names belong"
              : read + " is used twice: " + before.get().where() + " has it; give each its own");
    };
  }

  private void take(HostPort address, Scalar scalar) throws Wrong {
    Optional<Use> before = taken(key(address), scalar);
    if (before.isPresent()) {
      throw new Wrong(
          "port "
              + address.port()
              + " of "
              + address.host()
              + " is used twice: "
              + before.get().where()
              + " has it; choose another");
    }
  }

  /** Returns a key for the address; the usual names of this machine give the same key. */
  private static String key(HostPort address) {
    boolean here = address.host().equals("127.0.0.1") || address.host().equals("[::1]");
    return (here ? "localhost" : address.host()) + ":" + address.port();
  }
}
