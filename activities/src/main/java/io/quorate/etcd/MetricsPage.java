package io.quorate.etcd;

import io.quorate.port.Failure;
import java.net.http.HttpResponse;

/** Reads {@code /metrics} at a member's client URL, where etcd serves it on every version. */
final class MetricsPage {
  private final Pages pages;

  MetricsPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Reads and parses the page. Throws a {@link io.quorate.port.Failure} when the page cannot be
   * read: what the member sees of its peers is unknown then.
   */
  PeerMetrics read(Endpoint endpoint, Identity expected) {
    Asked asked = endpoint.asked("show its metrics", Kind.LOCAL_READ);
    HttpResponse<String> page = pages.fetch(endpoint.url().resolve("/metrics"), asked);
    if (page.statusCode() != 200) {
      throw new Failure.Transient(asked.declined("HTTP status " + page.statusCode()));
    }
    PeerMetrics metrics =
        PeerMetrics.parse(page.body())
            .orElseThrow(
                () -> new Failure.Transient(asked.declined("its /metrics is no page of etcd's")));
    Exchange.require(endpoint, expected, new Identity(metrics.member(), expected.cluster()));
    return metrics;
  }
}
