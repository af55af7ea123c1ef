package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.port.Canary;
import io.quorate.port.Failure;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.Pulse;
import io.quorate.watch.Round;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The connections to one etcd cluster: one channel for each member, opened at its first call and
 * kept. Thread-safe. Identities are pinned in {@link PinnedPorts}, not here.
 */
public final class EtcdConnections implements AutoCloseable {
  private final EtcdEndpoints endpoints;
  private final Map<MemberName, Endpoint> byMember;

  /** Pages at peer URLs; those of the client URLs where the peers have no CA of their own. */
  private final Pages peerPages;

  private final MetricsPage metrics;
  private final HashRequests hashing = new HashRequests(System::nanoTime);

  /**
   * Prepares the connections and opens none. Throws {@link Failure.Fault} when the TLS files cannot
   * be used.
   */
  public EtcdConnections(EtcdEndpoints endpoints) {
    this.endpoints = endpoints;
    Optional<TlsMaterial> tls = endpoints.tls().map(TlsMaterial::read);
    this.byMember =
        endpoints.clientUrls().entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey,
                    entry -> endpoint(entry.getKey(), entry.getValue(), endpoints.login(), tls)));
    Pages pages = new Pages(tls);
    this.peerPages =
        endpoints.peerTls().map(own -> new Pages(Optional.of(TlsMaterial.read(own)))).orElse(pages);
    this.metrics = new MetricsPage(pages, endpoints.metricsUrls(), InstantSource.system());
  }

  /**
   * The ports of this cluster with pins of their own, one set for each attempt of an activity: a
   * look of another attempt cannot change which identities an attempt expects.
   */
  public PinnedPorts pinnedPorts() {
    return pinnedPorts(Optional.empty());
  }

  /**
   * The ports of this cluster with a canary.
   *
   * @param canaryKey a key that nobody else uses; empty: the canary reads instead of writing
   */
  public PinnedPorts pinnedPorts(Optional<String> canaryKey) {
    Exchange exchange = new Exchange(this::endpoint);
    EtcdMembership membership = new EtcdMembership(exchange, new PeerPages(peerPages));
    EtcdMaintenance maintenance = new EtcdMaintenance(exchange, metrics);
    Canary reading = maintenance::linearizableRead;
    return new PinnedPorts(
        membership,
        maintenance,
        new EtcdStorage(exchange, hashing),
        new EtcdDowngrade(exchange, new DowngradePage(exchange, membership, peerPages)::isEnabled),
        canaryKey.<Canary>map(key -> new EtcdCanary(exchange, key)).orElse(reading));
  }

  /**
   * Asks each member for its {@code Status}, with {@link Rpc#SHORT} as the limit and no thread that
   * waits. Shares the channels with the ports and pins nothing.
   *
   * @param kept which channels stay open afterwards; a call of somebody else is not disturbed
   */
  public CompletableFuture<Pulse> pulse(InstantSource clock, KeptChannels kept) {
    return MemberPulses.of(byMember.values(), clock)
        .whenComplete(
            (pulse, thrown) ->
                byMember.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .skip(kept.of(endpoints.cluster()))
                    .forEach(member -> member.getValue().rest()));
  }

  /** The figures that the members told last, whoever read their metrics. */
  public Round round() {
    return metrics.round();
  }

  Endpoint endpoint(MemberName member) {
    Endpoint endpoint = byMember.get(member);
    if (endpoint == null) {
      throw new Failure.Fault(
          "no client URL of " + member + " is configured for cluster " + endpoints.cluster());
    }
    return endpoint;
  }

  @Override
  public void close() {
    byMember.values().forEach(Endpoint::close);
  }

  private static Endpoint endpoint(
      MemberName member, URI url, Optional<Login> login, Optional<TlsMaterial> tls) {
    return switch (String.valueOf(url.getScheme())) {
      case "http" -> new Endpoint(member, url, login);
      case "https" -> new Endpoint(member, url, tls.orElseGet(TlsMaterial::ofPlatform), login);
      default -> throw new Failure.Fault(url + " of " + member + " is no http or https URL");
    };
  }
}
