package io.quorate.etcd;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.port.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pages that members serve to their peers on every version: {@code /version}, and {@code /members}
 * with the cluster id in a header. None of them tells which member answers, so a URL that leads to
 * the address of another member is no answer.
 */
record PeerPages(Pages pages) {
  static final String CLUSTER = "X-Etcd-Cluster-ID";
  private static final int OK = 200;

  /**
   * Asks who answers at this URL.
   *
   * @param others the peer URLs of the other members
   */
  PeerUrlAnswer ask(MemberName member, URI url, Collection<String> others) {
    try {
      Optional<String> another = another(url, others);
      if (another.isPresent()) {
        return PeerUrlAnswer.none(url.toString(), "that is the address of " + another.get());
      }
      fetch(member, url.resolve("/version"));
      return fetch(member, url.resolve("/members"))
          .cluster()
          .map(ClusterId::parse)
          .map(cluster -> PeerUrlAnswer.of(url.toString(), cluster))
          .orElseGet(
              () -> PeerUrlAnswer.none(url.toString(), "what answers is no peer URL of etcd's"));
    } catch (Failure silent) {
      return PeerUrlAnswer.none(url.toString(), String.valueOf(silent.getMessage()));
    } catch (NumberFormatException foreign) {
      return PeerUrlAnswer.none(url.toString(), "what answers is no peer URL of etcd's");
    } catch (UnknownHostException unknown) {
      return PeerUrlAnswer.none(url.toString(), "no host " + url.getHost() + " is known");
    }
  }

  /** The member list that is served at this URL. */
  List<MembershipEntry> list(MemberName member, URI url) {
    URI page = url.resolve("/members");
    return PeerList.read(page, fetch(member, page).body());
  }

  private Pages.Page<String> fetch(MemberName member, URI page) {
    Asked asked = new Asked(member, page, "show itself to its peers", Kind.LOCAL_READ);
    Pages.Page<String> answer = pages.fetch(page, asked);
    if (answer.status() != OK) {
      throw new Failure.Transient(asked.declined("HTTP status " + answer.status()));
    }
    return answer;
  }

  private static Optional<String> another(URI url, Collection<String> others)
      throws UnknownHostException {
    Set<InetSocketAddress> here = addresses(url).collect(Collectors.toSet());
    for (String other : others) {
      if (known(other).stream().anyMatch(here::contains)) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  /** The addresses of another member; none where its name is not known here. */
  private static List<InetSocketAddress> known(String url) {
    try {
      return addresses(URI.create(url)).toList();
    } catch (UnknownHostException | IllegalArgumentException unknown) {
      return List.of();
    }
  }

  private static Stream<InetSocketAddress> addresses(URI url) throws UnknownHostException {
    return Stream.of(InetAddress.getAllByName(url.getHost()))
        .map(address -> new InetSocketAddress(address, url.getPort()));
  }
}
