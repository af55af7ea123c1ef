package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.quorate.cluster.CleanText;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it was seen.
 *
 * @param version changes with each renewal
 * @param holder who holds it; empty where nobody does
 * @param duration for which it holds after a renewal
 * @param transitions how often it went to another holder
 */
record LeaseView(String uid, String version, String holder, Duration duration, int transitions) {
  private static final int LONGEST = 200;

  static LeaseView of(Lease lease) {
    Optional<LeaseSpec> spec = Optional.ofNullable(lease.getSpec());
    return new LeaseView(
        lease.getMetadata().getUid(),
        lease.getMetadata().getResourceVersion(),
        spec.map(LeaseSpec::getHolderIdentity).orElse(""),
        Duration.ofSeconds(number(spec.map(LeaseSpec::getLeaseDurationSeconds).orElse(null))),
        number(spec.map(LeaseSpec::getLeaseTransitions).orElse(null)));
  }

  private static int number(@Nullable Integer value) {
    return Objects.requireNonNullElse(value, 0);
  }

  /** The holder in a sentence. */
  String holderInWords() {
    return CleanText.line(holder, LONGEST);
  }
}
