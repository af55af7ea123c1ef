package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Advice on what deletes the data of members beside Quorate. */
record ClaimAdvice(SetAdvice.Facts facts) {
  private static final String DELETE = "Delete";

  /**
   * Advice on a retention policy by which the set deletes the claims of pods that it gives up.
   * While Quorate keeps them, its end would write the policy of before over what a person mends.
   */
  static Optional<String> retention(EtcdSet set) {
    return Optional.ofNullable(set.set().getSpec().getPersistentVolumeClaimRetentionPolicy())
        .filter(policy -> !set.keepsClaims())
        .filter(
            policy ->
                DELETE.equals(policy.getWhenScaled()) || DELETE.equals(policy.getWhenDeleted()))
        .map(
            policy ->
                "Who %s the %s deletes data of members: its persistentVolumeClaimRetentionPolicy deletes claims. Keep them: %s"
                    .formatted(
                        !DELETE.equals(policy.getWhenDeleted())
                            ? "scales down"
                            : DELETE.equals(policy.getWhenScaled())
                                ? "scales down or deletes"
                                : "deletes",
                        set.words(),
                        KubectlCommand.patch(
                            set.set(),
                            JsonPatch.ofUid(set.uid())
                                .replace(
                                    new TreeMap<>(
                                        Map.of("whenScaled", "Retain", "whenDeleted", "Retain")),
                                    "spec",
                                    "persistentVolumeClaimRetentionPolicy"))));
  }

  /** Advice on volumes that do not outlive their claims. */
  Optional<String> reclaim() {
    List<String> volumes =
        facts.look().podsOf(facts.set()).stream()
            .flatMap(pod -> pod.claims().stream())
            .flatMap(claim -> Stream.ofNullable(facts.look().claims().get(claim)))
            .map(claim -> String.valueOf(claim.getSpec().getVolumeName()))
            .flatMap(name -> Stream.ofNullable(facts.look().volumes().get(name)))
            .filter(ClaimAdvice::goes)
            .map(volume -> volume.getMetadata().getName())
            .distinct()
            .sorted()
            .toList();
    return volumes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Who deletes a claim of the %s deletes the data at once, because the volume has the reclaim policy Delete. Let volumes outlive their claims: kubectl patch pv %s -p '{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}'"
                .formatted(facts.set().words(), String.join(" ", volumes)));
  }

  private static boolean goes(PersistentVolume volume) {
    return DELETE.equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }
}
