package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.quorate.kubernetes.LeaseClaim.Next;
import io.quorate.port.ClusterLock;
import io.quorate.port.Failure;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The lock of a cluster between installations of Quorate: a Lease beside the cluster's sets. Its
 * holder is the installation, and the operation for people
 * (docs/adr/0041-a-lease-is-judged-by-an-own-clock.md).
 */
final class ClusterLease implements ClusterLock {
  static final Duration DURATION = Duration.ofSeconds(30);

  private static final int RENEWALS_IN_A_DURATION = 6;

  /** As the API server has its times. */
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

  private final SetApi api;
  private final SetNames names;
  private final Duration duration;
  private final BooleanSupplier stands;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final LeaseClaim claim;
  private final ReentrantLock asking = new ReentrantLock();

  /**
   * A lease that is not held yet.
   *
   * @param duration for which it is good without a renewal
   * @param stands whether an operation has taken a set of the cluster over
   * @param clock for the times in the lease, which people read
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  ClusterLease(
      SetApi api,
      SetNames names,
      Duration duration,
      BooleanSupplier stands,
      Clock clock,
      LongSupplier nanoTime) {
    this.api = api;
    this.names = names;
    this.duration = duration;
    this.stands = stands;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.claim = new LeaseClaim(duration);
  }

  @Override
  public Duration pace() {
    return duration.dividedBy(RENEWALS_IN_A_DURATION);
  }

  /** Asks the API server while no other thread does. */
  private <T> T alone(Supplier<T> request) {
    asking.lock();
    try {
      return request.get();
    } finally {
      asking.unlock();
    }
  }

  @Override
  public Optional<Reason> take(Owner owner) {
    return alone(() -> taking(owner));
  }

  private Optional<Reason> taking(Owner owner) {
    long asked = nanoTime.getAsLong();
    Optional<Lease> seen = api.lease(names.lease());
    Next next = claim.next(seen.map(LeaseView::of), owner, asked);
    switch (next) {
      case Next.Leave(LeaseView lease) -> {
        return Optional.of(taken(lease, "renews it"));
      }
      case Next.Wait(LeaseView lease, Duration left) ->
          throw new Failure.NotYet(
              taken(
                  lease,
                  "was not seen to renew it yet; without a renewal it is free in %d s"
                      .formatted(left.toSeconds() + 1)));
      case Next.Create() -> write(asked, () -> create(owner));
      case Next.Renew() -> write(asked, () -> renew(seen.orElseThrow()));
      case Next.TakeOver() -> write(asked, () -> takeOver(seen.orElseThrow(), owner));
    }
    return Optional.empty();
  }

  private Reason taken(LeaseView lease, String how) {
    return StepReason.ANOTHER_QUORATE.because(
        "another Quorate operates this cluster: its %s has the lease %s since %s, and %s"
            .formatted(lease.words(), words(), LeaseView.inWords(lease.since()), how),
        "let one Quorate alone operate a cluster",
        "let that operation end, or abort it there: quorate abort " + lease.operation(),
        "where that Quorate is gone for good, nobody renews the lease, and retry takes it after %d s; this removes it at once: kubectl delete lease %s -n %s"
            .formatted(
                Math.max(lease.duration().toSeconds(), duration.toSeconds()),
                names.lease(),
                names.namespace()));
  }

  @Override
  public void renew(String installation) {
    asking.lock();
    try {
      long asked = nanoTime.getAsLong();
      seen(installation, asked)
          .filter(lease -> LeaseView.of(lease).isOf(installation))
          .ifPresent(own -> write(asked, () -> renew(own)));
    } finally {
      asking.unlock();
    }
  }

  private Optional<Lease> seen(String installation, long asked) {
    Optional<Lease> seen = api.lease(names.lease());
    claim.watch(seen.map(LeaseView::of), installation, asked);
    return seen;
  }

  @Override
  public void require() {
    if (!claim.holds(nanoTime.getAsLong())) {
      throw new Failure.Transient(
          "nothing more was done: the lease %s is lost, or was not renewed in time; looking again"
              .formatted(words()));
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>A lease that could not be deleted is one that {@link #keep} finds left behind.
   */
  @Override
  public void giveBack(String installation) {
    asking.lock();
    try {
      claim.dropped();
      api.lease(names.lease())
          .filter(lease -> LeaseView.of(lease).isOf(installation))
          .ifPresent(api::dropUnchanged);
    } catch (Failure left) {
      return;
    } finally {
      asking.unlock();
    }
  }

  @Override
  public boolean keep(String installation) {
    return alone(() -> keeping(installation));
  }

  private boolean keeping(String installation) {
    long asked = nanoTime.getAsLong();
    Optional<Lease> seen = seen(installation, asked);
    if (seen.map(LeaseView::of).filter(lease -> !lease.isOf(installation)).isPresent()) {
      return claim.hasRunOut(asked);
    }
    if (seen.isPresent()) {
      keep(seen.get(), asked);
    }
    return true;
  }

  private void keep(Lease own, long asked) {
    try {
      if (stands.getAsBoolean()) {
        write(asked, () -> renew(own));
      } else if (claim.hasRunOut(asked)) {
        api.dropUnchanged(own);
      }
    } catch (Failure.Unreached away) {
      throw away;
    } catch (Failure.Transient overtaken) {
      // Another worker of this installation was faster, and has renewed it.
      return;
    }
  }

  /** A write without an answer holds nothing; the next look tells whether it happened. */
  private void write(long asked, Runnable request) {
    try {
      request.run();
      claim.written(asked);
    } catch (Failure.Unknown unanswered) {
      throw new Failure.Transient("nothing more was done: " + unanswered.getMessage(), unanswered);
    }
  }

  private void create(Owner owner) {
    ZonedDateTime now = now();
    boolean made =
        api.create(
            new LeaseBuilder()
                .withNewMetadata()
                .withName(names.lease())
                .withNamespace(names.namespace())
                .addToLabels("app.kubernetes.io/managed-by", "quorate")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(LeaseView.holder(owner))
                .withLeaseDurationSeconds((int) duration.toSeconds())
                .withAcquireTime(now)
                .withRenewTime(now)
                .withLeaseTransitions(0)
                .endSpec()
                .build());
    if (!made) {
      throw new Failure.Transient(
          "the lease %s was made by somebody else just now; looking again".formatted(words()));
    }
  }

  private void renew(Lease seen) {
    api.patch(seen, renewal(LeaseView.of(seen)), "renewed");
  }

  private void takeOver(Lease seen, Owner owner) {
    LeaseView view = LeaseView.of(seen);
    api.patch(
        seen,
        renewal(view)
            .add(LeaseView.holder(owner), "spec", "holderIdentity")
            .add(duration.toSeconds(), "spec", "leaseDurationSeconds")
            .add(MICROS.format(now()), "spec", "acquireTime")
            .add(view.transitions() + 1, "spec", "leaseTransitions"),
        "taken over");
  }

  private JsonPatch renewal(LeaseView seen) {
    return JsonPatch.ofVersion(seen.uid(), seen.version())
        .add(MICROS.format(now()), "spec", "renewTime");
  }

  private ZonedDateTime now() {
    return ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private String words() {
    return names.namespace() + "/" + names.lease();
  }
}
