package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The lock of a cluster between workers, and between two Quorates: a Lease beside the cluster's
 * set. While it is held it is renewed in the background. Whoever changes the cluster asks {@link
 * #require} right before: a lease that was lost stops the next change.
 */
final class ClusterLease implements AutoCloseable {
  static final Duration DURATION = Duration.ofSeconds(30);

  private static final int RENEWALS_IN_A_DURATION = 6;

  /** As the API server has its times. */
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

  private final KubernetesClient client;
  private final ApiRequests requests;
  private final String namespace;
  private final String name;
  private final String holder;
  private final Duration duration;
  private final Clock clock;
  private final LeaseClaim claim;
  private final ScheduledExecutorService renewals;
  private volatile Optional<Failure> trouble = Optional.empty();
  private volatile boolean wanted;

  /**
   * A lease that is not held yet.
   *
   * @param name of the Lease
   * @param holder who operates the cluster: the same for all workers of one operation, and for
   *     nobody else
   * @param duration for which it holds without a renewal
   * @param clock for the times in the lease, which people read
   */
  ClusterLease(
      KubernetesClient client,
      String namespace,
      String name,
      String holder,
      Duration duration,
      Clock clock) {
    this.client = client;
    this.requests = new ApiRequests(client);
    this.namespace = namespace;
    this.name = name;
    this.holder = holder;
    this.duration = duration;
    this.clock = clock;
    this.claim = new LeaseClaim(holder, duration);
    this.renewals =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("lease-" + name).factory());
    long period = duration.dividedBy(RENEWALS_IN_A_DURATION).toMillis();
    ScheduledFuture<?> unused =
        renewals.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
  }

  /**
   * Takes the lease, or finds that it is held already.
   *
   * @throws Failure.NotYet while somebody else holds it; asking again finds out when that one has
   *     stopped
   */
  synchronized void take() {
    wanted = true;
    long asked = System.nanoTime();
    Optional<Lease> seen = seen();
    switch (claim.next(seen.map(LeaseView::of), asked)) {
      case LeaseClaim.Next.Create create -> create();
      case LeaseClaim.Next.Write write -> write(write);
      case LeaseClaim.Next.Wait wait ->
          throw new Failure.NotYet(
              ("%s is held by %s, who operates this cluster; it is free once it is given back, or"
                      + " was not renewed for %d s")
                  .formatted(words(), wait.seen().holderInWords(), wait.left().toSeconds() + 1));
    }
    trouble = Optional.empty();
  }

  /**
   * Makes sure that the lease is held.
   *
   * @throws Failure where it is not, and cannot be taken now; nothing may be changed then
   */
  void require() {
    if (!claim.holds(System.nanoTime())) {
      take();
    }
    if (!claim.holds(System.nanoTime())) {
      throw trouble.orElseGet(
          () -> new Failure.Transient("nothing was done: " + words() + " was not renewed in time"));
    }
  }

  /** Gives the lease back, and leaves nothing of the lease. A lost lease is left alone. */
  synchronized void giveBack() {
    wanted = false;
    Optional<Lease> held = seen().filter(lease -> LeaseView.of(lease).holder().equals(holder));
    claim.dropped();
    held.ifPresent(requests::deleteUnchanged);
  }

  /** Stops the renewals. A lease that was not given back runs out by itself. */
  @Override
  public void close() {
    wanted = false;
    renewals.shutdownNow();
  }

  /** Renews in the background; the next {@link #require} tells what went wrong. */
  private void renew() {
    try {
      if (wanted) {
        take();
      }
    } catch (Failure e) {
      trouble = Optional.of(e);
    }
  }

  private Optional<Lease> seen() {
    return ApiCall.read(words())
        .makeIfThere(() -> client.leases().inNamespace(namespace).withName(name).get());
  }

  private void create() {
    long asked = System.nanoTime();
    ZonedDateTime now = now();
    var lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .addToLabels("app.kubernetes.io/managed-by", "quorate")
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds((int) duration.toSeconds())
            .withAcquireTime(now)
            .withRenewTime(now)
            .withLeaseTransitions(0)
            .endSpec()
            .build();
    if (requests.create(lease).isEmpty()) {
      throw new Failure.Transient(words() + " was made by somebody else just now; looking again");
    }
    claim.written(asked);
  }

  private void write(LeaseClaim.Next.Write write) {
    long asked = System.nanoTime();
    String now = MICROS.format(now());
    var patch =
        JsonPatch.ofVersion(write.seen().uid(), write.seen().version())
            .add(holder, "spec", "holderIdentity")
            .add(duration.toSeconds(), "spec", "leaseDurationSeconds")
            .add(now, "spec", "renewTime");
    boolean takesOver = write.transitions() != write.seen().transitions();
    if (takesOver) {
      patch =
          patch
              .add(now, "spec", "acquireTime")
              .add(write.transitions(), "spec", "leaseTransitions");
    }
    requests.patch(reference(), patch, takesOver ? "taken over" : "renewed");
    claim.written(asked);
  }

  private Lease reference() {
    return new LeaseBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .build();
  }

  private ZonedDateTime now() {
    return ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private String words() {
    return "the lease " + namespace + "/" + name;
  }
}
