package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.port.ClusterLock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * A lease as it was seen. Its times are for people.
 *
 * @param version changes with each renewal
 * @param holder who has it: the installation, a slash, and the operation; empty where nobody has
 * @param duration for which it is good after a renewal
 * @param transitions how often it went to another holder
 * @param since time at which the holder took the lease
 * @param renewed when its holder renewed it last
 */
record LeaseView(
    String uid,
    String version,
    String holder,
    Duration duration,
    int transitions,
    Optional<Instant> since,
    Optional<Instant> renewed) {
  private static final int LONGEST = 100;

  static LeaseView of(Lease lease) {
    Optional<LeaseSpec> spec = Optional.ofNullable(lease.getSpec());
    return new LeaseView(
        lease.getMetadata().getUid(),
        lease.getMetadata().getResourceVersion(),
        spec.map(LeaseSpec::getHolderIdentity).orElse(""),
        Duration.ofSeconds(spec.map(LeaseSpec::getLeaseDurationSeconds).orElse(0)),
        spec.map(LeaseSpec::getLeaseTransitions).orElse(0),
        spec.map(LeaseSpec::getAcquireTime).map(ZonedDateTime::toInstant),
        spec.map(LeaseSpec::getRenewTime).map(ZonedDateTime::toInstant));
  }

  /** An owner as a lease names its holder. */
  static String holder(Owner owner) {
    return owner.installation() + "/" + owner.operation();
  }

  boolean isOf(String installation) {
    return parts()[0].equals(installation);
  }

  /** The operation in a sentence. */
  String operation() {
    return CleanText.line(parts().length == 2 ? parts()[1] : holder, LONGEST);
  }

  /** The holder in a sentence. */
  String words() {
    return "operation %s of the Temporal namespace %s"
        .formatted(operation(), CleanText.line(parts()[0], LONGEST));
  }

  private String[] parts() {
    return holder.split("/", 2);
  }

  /** A time of a lease in a sentence. */
  static String inWords(Optional<Instant> time) {
    return time.map(Amounts::moment).orElse("a time that is not told");
  }
}
