package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;

/**
 * Keepers of the claims of one cluster. A keeper serves whoever needs the data while the member
 * does not run, or what was set aside of a member that runs. A keeper goes before its member is
 * started. An unused keeper ends by itself, and {@link TidyMoves} delete the pod.
 *
 * @param image of a keeper
 */
record ClaimKeepers(Keepers keepers, SetLooks sets, String image) {
  private static final Duration LIFE = Duration.ofHours(12);

  /** Half of the time that the start of a member with its data may take. */
  private static final Duration TO_ATTACH = Duration.ofMinutes(2);

  /** The keeper of the member's claim, made where there is none. */
  PodHost of(MemberName member) {
    return keepers.ready(order(member));
  }

  /**
   * The keeper of the member's claim, awaited for as long as a volume takes to leave one node and
   * to come to another, where its image may have to be pulled.
   */
  PodHost awaited(MemberName member) {
    return keepers.ready(order(member), TO_ATTACH);
  }

  /** Takes the keeper of the member away, if there is one, and sees the keeper gone. */
  void remove(MemberName member) {
    keepers.remove(order(member));
  }

  /** Why etcd's tools cannot be taken from the member's keeper; empty while nothing is known. */
  Optional<String> troubleOfDonor(MemberName member) {
    return keepers.troubleOfDonor(order(member));
  }

  /** Asks the API server whether a keeper of the member would be admitted, and makes none. */
  void tryOut(MemberName member) {
    keepers.tryOut(order(member));
  }

  /** The order for a keeper of the member. */
  KeeperOrder order(MemberName member) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    EtcdSet set = look.set(place);
    ClaimedDirectory data = ClaimedDirectory.of(set.set(), place.name());
    EtcdPod pod =
        look.pod(place)
            .filter(set::owns)
            .orElseGet(
                () ->
                    set.born(
                        new EtcdPod(
                            new PodBuilder()
                                .withMetadata(set.metadata(place))
                                .withSpec(set.template().getSpec())
                                .build())));
    PodSpec spec = withEtcdAlone(pod);
    requireUser(set, spec);
    return new KeeperOrder(
        look.names().namespace(),
        place.name(),
        spec,
        data.mount(),
        data.claim(),
        image,
        node(look, place),
        LIFE);
  }

  /** The rights that count are those of etcd, and not of sidecars that mount the data too. */
  private static PodSpec withEtcdAlone(EtcdPod pod) {
    PodSpec spec = pod.pod().getSpec();
    return pod.container()
        .map(etcd -> new PodSpecBuilder(spec).withContainers(etcd.container()).build())
        .orElse(spec);
  }

  /** The image of a keeper has no user of its own, so the kubelet would never start it. */
  private static void requireUser(EtcdSet set, PodSpec spec) {
    Optional<PodSecurityContext> pod = Optional.ofNullable(spec.getSecurityContext());
    Optional<SecurityContext> own =
        spec.getContainers().stream().findFirst().map(Container::getSecurityContext);
    boolean isNoRoot =
        own.map(SecurityContext::getRunAsNonRoot)
            .or(() -> pod.map(PodSecurityContext::getRunAsNonRoot))
            .orElse(false);
    boolean isNamed =
        own.map(SecurityContext::getRunAsUser)
            .or(() -> pod.map(PodSecurityContext::getRunAsUser))
            .isPresent();
    if (isNoRoot && !isNamed) {
      throw new Failure.Refused(
          "a keeper for the %s would never start: its pods have runAsNonRoot without runAsUser, and the image of a keeper has no user. Do: write the user of the member's image as runAsUser into the securityContext of its template"
              .formatted(set.words()));
    }
  }

  /** The node on which the volume is in use; a gated pod has none, and the scheduler chooses. */
  private static Optional<String> node(SetLook look, MemberPod place) {
    return look.pod(place).flatMap(EtcdPod::node);
  }
}
