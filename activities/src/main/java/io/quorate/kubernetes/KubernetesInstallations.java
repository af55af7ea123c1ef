package io.quorate.kubernetes;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.hosts.ReleaseImage;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Permit;
import io.quorate.workload.Installation;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** Images and settings of members in the pods of StatefulSets. */
public final class KubernetesInstallations implements Installations {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final LookAtSets sets;
  private final Turn turn;
  private final List<ReleaseImage> images;

  /**
   * Creates the installations.
   *
   * @param images the releases that members may be moved to
   */
  KubernetesInstallations(LookAtSets sets, Turn turn, List<ReleaseImage> images) {
    this.sets = sets;
    this.turn = turn;
    this.images = List.copyOf(images);
  }

  /** The installation of the pod that is there, else of the one that would be born. */
  @Override
  public Installation look(MemberName member) {
    try {
      SetLook look = sets.look();
      return look.place(member)
          .flatMap(
              place -> {
                EtcdSet set = look.set(place);
                return look.pod(place)
                    .filter(set::owns)
                    .flatMap(EtcdPod::container)
                    .or(() -> EtcdContainer.in(set.template().getSpec()))
                    .map(
                        etcd ->
                            ContainerInstallation.of(
                                etcd.container(), set.metadata(place), images));
              })
          .orElse(Installation.UNKNOWN);
    } catch (Failure unread) {
      return Installation.UNKNOWN;
    }
  }

  @Override
  public void switchTo(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings, Permit permit) {
    String image =
        images.stream()
            .filter(one -> one.version().equals(version))
            .map(ReleaseImage::image)
            .findFirst()
            .orElseThrow(
                () ->
                    new Failure.Fault(
                        "the configuration has no image of etcd %s; add it to etcd.releases"
                            .formatted(version)));
    MemberPod place = sets.look().requirePlace(member);
    turn.until(
        LIMIT,
        look -> new SwitchMoves(look, place, permit.operation(), image, settings).next(),
        KubernetesWorkloads.asking(permit),
        pod -> {});
  }
}
