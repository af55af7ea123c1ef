package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.quorate.cluster.EtcdVersion;
import io.quorate.hosts.ReleaseImage;
import io.quorate.supervisor.ComparedStarts;
import io.quorate.supervisor.ImageTag;
import io.quorate.workload.NextStart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Pod that would follow the pod of a member, beside it: what the template gives, where the
 * controller would take the template and the pod is of an earlier revision. The files in the pod
 * are not looked at.
 *
 * @param images the releases that members may be moved to
 */
record NextPod(EtcdSet set, MemberPod place, List<ReleaseImage> images) {
  /** Returns the start that the next pod would make; empty where the pod runs nothing. */
  Optional<NextStart> after(EtcdPod pod) {
    return pod.startedAt().flatMap(began -> pod.containerId().map(run -> start(pod, run, began)));
  }

  private NextStart start(EtcdPod pod, String run, Instant began) {
    Optional<EtcdContainer> next = next(pod);
    ComparedStarts starts = next.flatMap(then -> compared(pod, then)).orElse(ComparedStarts.NONE);
    Optional<EtcdVersion> released =
        next.flatMap(then -> ContainerInstallation.released(then.container().getImage(), images));
    Optional<EtcdVersion> tag =
        pod.container().flatMap(NextPod::tag).filter(any -> released.isEmpty());
    return new NextStart(
        run,
        began,
        starts.has(),
        starts.takes(),
        released.or(() -> tag.flatMap(any -> next.flatMap(NextPod::tag))),
        tag,
        List.of());
  }

  private static Optional<EtcdVersion> tag(EtcdContainer container) {
    return ImageTag.version(container.container().getImage());
  }

  private Optional<ComparedStarts> compared(EtcdPod pod, EtcdContainer next) {
    return pod.container()
        .flatMap(
            now ->
                compared(
                    Side.of(now.container(), pod.pod().getMetadata()),
                    Side.of(next.container(), set.metadata(place))));
  }

  /** Compares what both sides tell for certain: a script may set anything. */
  private static Optional<ComparedStarts> compared(Side now, Side next) {
    return now.settings().isShell() || next.settings().isShell()
        ? Optional.empty()
        : Optional.of(
            ComparedStarts.of(now.settings().values(), next.settings().values())
                .where(name -> now.tells(name) && next.tells(name)));
  }

  /** Container of one of the two pods. */
  private record Side(ContainerSettings settings, ContainerVariables variables) {
    static Side of(Container container, ObjectMeta pod) {
      return new Side(ContainerSettings.of(container, pod), new ContainerVariables(container, pod));
    }

    boolean tells(String name) {
      return !variables.hide(name) && !settings.unknown().contains(name);
    }
  }

  /** The container of the template; empty where the next pod is not made of another one. */
  private Optional<EtcdContainer> next(EtcdPod pod) {
    boolean settled = set.isObserved() && !set.isOpen() && set.operation().isEmpty();
    boolean taken = set.isOnDelete() || place.ordinal() >= set.partition();
    boolean earlier = pod.revision().filter(own -> !own.equals(set.revision())).isPresent();
    return settled && taken && earlier
        ? EtcdContainer.in(set.template().getSpec())
        : Optional.empty();
  }
}
