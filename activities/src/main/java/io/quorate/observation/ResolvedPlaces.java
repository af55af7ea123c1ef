package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.UrlPlace;
import io.quorate.view.MembershipList;
import io.quorate.workload.ConfiguredMember;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Places of the configuration that the membership lists by another name: one of both has a host's
 * name, the other its address. A resolver tells, and is asked only about URLs that differ as they
 * are written.
 *
 * @param addresses the addresses of a host, as text; none where it has none or nobody answers
 */
record ResolvedPlaces(Function<String, Set<String>> addresses) {
  private static final long LIMIT_SECONDS = 1;

  /** Asks the resolver of this machine, about each host once. */
  static ResolvedPlaces byThisMachine() {
    Map<String, Set<String>> asked = new ConcurrentHashMap<>();
    return new ResolvedPlaces(host -> asked.computeIfAbsent(host, ResolvedPlaces::resolved));
  }

  /** The places, each with the peer URLs of the membership that lead to it by other names. */
  Map<MemberName, ConfiguredMember> in(
      Map<MemberName, ConfiguredMember> places, Optional<MembershipList> known) {
    List<String> listed =
        known.stream()
            .flatMap(list -> list.entries().stream())
            .map(MembershipEntry::peerUrls)
            .filter(urls -> places.values().stream().noneMatch(place -> place.isAmong(urls)))
            .flatMap(List::stream)
            .toList();
    Map<MemberName, ConfiguredMember> found = new TreeMap<>(places);
    for (String url : listed) {
      List<Map.Entry<MemberName, ConfiguredMember>> there =
          places.entrySet().stream()
              .filter(place -> isSame(place.getValue().peerUrl(), url))
              .toList();
      // A name that leads to two places tells neither of them from the other.
      if (there.size() == 1) {
        found.put(there.getFirst().getKey(), there.getFirst().getValue().alsoAt(List.of(url)));
      }
    }
    return found;
  }

  private boolean isSame(String one, String other) {
    UrlPlace here = UrlPlace.of(one);
    UrlPlace there = UrlPlace.of(other);
    if (!here.scheme().equals(there.scheme()) || here.port() != there.port()) {
      return false;
    }
    return places(here).stream().anyMatch(places(there)::contains);
  }

  private Set<UrlPlace> places(UrlPlace place) {
    return addresses.apply(place.host()).stream().map(place::on).collect(Collectors.toSet());
  }

  /** A loopback address means another machine on each machine, so it is none. */
  private static Set<String> resolved(String host) {
    var task =
        new FutureTask<>(
            () ->
                Arrays.stream(InetAddress.getAllByName(host))
                    .filter(address -> !address.isLoopbackAddress())
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.toSet()));
    Thread.ofVirtual().name("resolve " + host).start(task);
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException unknown) {
      return Set.of();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
  }
}
