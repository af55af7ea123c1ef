package io.quorate.configuration;

import io.quorate.cluster.MemberName;
import java.util.Optional;

/**
 * Reads the settings of a member that runs in a pod. The StatefulSets are those of the cluster, and
 * the entry of a member has no field of the platform.
 */
record InKubernetesReader(SetSettings known) implements PlatformReader<InKubernetes> {
  @Override
  public InKubernetes own(Section section) {
    return new InKubernetes(known, Optional.empty());
  }

  @Override
  public InKubernetes next(Section section, MemberName member, InKubernetes own) {
    section.problem(
        "peerUrl",
        "a pod has no next place; migrate it with: planned-migration --member "
            + member
            + " --to-node NODE");
    return own;
  }

  @Override
  public Optional<SetSettings> sets() {
    return Optional.of(known);
  }
}
