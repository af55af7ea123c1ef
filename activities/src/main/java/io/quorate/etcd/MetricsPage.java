package io.quorate.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.watch.MemberGauges;
import io.quorate.watch.Round;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Reads {@code /metrics} at a member's client URL, where etcd serves it unless HTTP has URLs of its
 * own ({@code --listen-client-http-urls}, from 3.6 on), or at the URL that is configured for it.
 */
final class MetricsPage {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Pages pages;
  private final Map<MemberName, URI> elsewhere;
  private final InstantSource clock;
  private final Map<MemberName, MemberGauges> last = new ConcurrentHashMap<>();

  /**
   * A reader of pages.
   *
   * @param elsewhere where members serve their metrics that do not at their client URLs
   */
  MetricsPage(Pages pages, Map<MemberName, URI> elsewhere, InstantSource clock) {
    this.pages = pages;
    this.clock = clock;
    this.elsewhere = Map.copyOf(elsewhere);
  }

  /** The figures that the members told last. */
  Round round() {
    return new Round(last);
  }

  /**
   * Reads and parses the page. Throws a {@link io.quorate.port.Failure} when the page cannot be
   * read: what the member sees of its peers is unknown then.
   */
  PeerMetrics read(Endpoint endpoint, Identity expected) {
    URI url = elsewhere.getOrDefault(endpoint.member(), endpoint.url());
    Asked asked = new Asked(endpoint.member(), url, "show its metrics", Kind.LOCAL_READ);
    Instant began = clock.instant();
    Pages.Page<List<String>> page =
        pages.fetch(
            url.resolve("/metrics"), asked, body -> SampleLines.in(body, PeerMetrics.NAMES));
    if (page.status() != 200) {
      throw new Failure.Transient(asked.declined("HTTP status " + page.status()));
    }
    PeerMetrics metrics =
        PeerMetrics.parse(page.body())
            .orElseThrow(
                () -> new Failure.Transient(asked.declined("its /metrics is no page of etcd's")));
    Exchange.require(endpoint, expected, new Identity(metrics.member(), expected.cluster()));
    last.put(
        endpoint.member(), new MemberGauges(began, clock.instant(), page.date(), metrics.fsync()));
    return metrics.report().clusterVersion().isPresent()
        ? metrics
        : metrics.negotiated(clusterVersion(endpoint, url));
  }

  /**
   * The cluster version at {@code /version}, which is served beside the client's calls. A member
   * that got its data in a raft snapshot has read the version there, and no metric of it up to its
   * next change (server/etcdserver/api/membership/cluster.go, {@code Recover}).
   */
  private Optional<String> clusterVersion(Endpoint endpoint, URI metrics) {
    return Stream.of(metrics, endpoint.url())
        .distinct()
        .flatMap(url -> versionAt(url, endpoint.member()).stream())
        .findFirst();
  }

  private Optional<String> versionAt(URI url, MemberName member) {
    try {
      Pages.Page<String> page =
          pages.fetch(
              url.resolve("/version"),
              new Asked(member, url, "tell the cluster version", Kind.LOCAL_READ));
      return page.status() == 200
          ? VersionLine.of(JSON.readTree(page.body()).path("etcdcluster").asText())
          : Optional.empty();
    } catch (Failure | JsonProcessingException unread) {
      return Optional.empty();
    }
  }
}
