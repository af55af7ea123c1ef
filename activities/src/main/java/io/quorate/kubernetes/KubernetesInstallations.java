package io.quorate.kubernetes;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.hosts.ReleaseImage;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Permit;
import io.quorate.workload.Installation;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Images and settings of members in the pods of StatefulSets. */
public final class KubernetesInstallations implements Installations {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** How much of a log may tell the index of the newest raft snapshot. */
  private static final int LINES = 1000;

  private static final Pattern SNAPSHOT = Pattern.compile("\"snapshot-index\":(\\d{1,18})");

  private final SetLooks sets;
  private final SetApi api;
  private final Turn turn;
  private final List<ReleaseImage> images;

  /**
   * Creates the installations.
   *
   * @param images the releases that members may be moved to
   */
  KubernetesInstallations(SetLooks sets, SetApi api, Turn turn, List<ReleaseImage> images) {
    this.sets = sets;
    this.api = api;
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
                                    etcd.container(),
                                    set.metadata(place),
                                    images,
                                    raftSnapshot(look, set, place))
                                .withJoinObstacle(InitialCluster.objection(set))
                                .withNextStart(
                                    look.pod(place)
                                        .filter(set::owns)
                                        .flatMap(new NextPod(set, place, images)::after)));
              })
          .orElse(Installation.UNKNOWN);
    } catch (Failure unread) {
      return Installation.UNKNOWN;
    }
  }

  /**
   * The index of the newest raft snapshot, as the log of a running member tells the index: nobody
   * reads the files of a member that runs. Only an operation asks for the index.
   */
  private Optional<Long> raftSnapshot(SetLook look, EtcdSet set, MemberPod place) {
    return look.pod(place)
        .filter(pod -> set.operation().isPresent() && pod.running().isPresent())
        .flatMap(pod -> raftSnapshot(pod));
  }

  private Optional<Long> raftSnapshot(EtcdPod pod) {
    try {
      return pod.container().stream()
          .flatMap(etcd -> api.log(pod.name(), etcd.name(), false, LINES).stream())
          .flatMap(line -> SNAPSHOT.matcher(line).results())
          .map(found -> Long.valueOf(found.group(1)))
          .max(Comparator.naturalOrder());
    } catch (Failure unread) {
      return Optional.empty();
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
