package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claim that the controller made anew for a pod that was born gated: somebody deleted the one with
 * the data. On its empty volume a member would start under its old identity
 * (docs/etcd.md#empty-volumes).
 */
record NewClaim(SetLook look, EtcdSet set, EtcdPod pod) {
  /** A controller makes a claim right before the pod. */
  private static final Duration TOGETHER = Duration.ofSeconds(10);

  /** Why nothing but a plan may start the pod; empty where its claim is that of the last run. */
  Optional<String> objection() {
    return set.dataClaim(pod.name())
        .map(look.claims()::get)
        .filter(this::isNew)
        .map(
            claim ->
                "its claim %s was made anew, so its data is gone: quorate start minority-replace CLUSTER --member MEMBER; after the loss of a majority, majority-recovery"
                    .formatted(claim.getMetadata().getName()));
  }

  /**
   * Whether the claim is another one than the last run's; times decide where no proof has a uid.
   */
  private boolean isNew(PersistentVolumeClaim claim) {
    return new Predecessor(set, pod)
        .carried()
        .flatMap(run -> run.isOnAnother(claim))
        .orElseGet(() -> isYounger(claim));
  }

  private boolean isYounger(PersistentVolumeClaim claim) {
    Optional<Instant> made = time(claim.getMetadata().getCreationTimestamp());
    // The end has the clock of a node, and the birth of claim and pod that of the API server.
    Optional<Instant> before =
        Stream.of(lastEnd(), madeWithIt()).flatMap(Optional::stream).min(Comparator.naturalOrder());
    return made.isPresent() && before.isPresent() && made.get().isAfter(before.get());
  }

  private Optional<Instant> lastEnd() {
    return new Predecessor(set, pod)
        .carried()
        .filter(run -> !run.isStated())
        .flatMap(run -> time(run.finishedAt()));
  }

  /** A statement is about what ran before the first pod, and says nothing of the claim. */
  private Optional<Instant> madeWithIt() {
    return new Predecessor(set, pod)
        .proof()
        .filter(EndedRun::isStated)
        .map(EndedRun::finishedAt)
        .or(() -> Optional.ofNullable(pod.pod().getMetadata().getCreationTimestamp()))
        .flatMap(NewClaim::time)
        .map(born -> born.minus(TOGETHER));
  }

  private static Optional<Instant> time(@Nullable String text) {
    try {
      return Optional.ofNullable(text).map(Instant::parse);
    } catch (DateTimeException strange) {
      return Optional.empty();
    }
  }
}
