package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.FailureDomain;
import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import io.quorate.workload.Placement;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The workload of a member in a look at its StatefulSet. Absent is only what was proven to have
 * ended, as {@link EtcdPod#ended} and {@link Predecessor} say, and is kept from being started.
 *
 * @param grewSince whether its container was restarted since an earlier look
 */
record PodWorkload(SetLook look, MemberPod place, boolean grewSince) {
  static final String ZONE = "topology.kubernetes.io/zone";
  private static final int LONGEST_BINDING = 100;

  /** Label of the site of a node. */
  private static final String SITE = "topology.kubernetes.io/region";

  Workload workload() {
    Optional<Failure> blind = look.unread(Part.SETS, Part.PODS);
    if (blind.isPresent()) {
      return unseen(blind.get());
    }
    Optional<EtcdPod> pod = look.pod(place);
    EtcdSet set = look.sets().get(place.set());
    if (set == null) {
      return Workload.ambiguous(
          look.noSet(place.set())
              + pod.map(left -> "; its pod " + left.name() + " is there").orElse(""));
    }
    return pod.map(seen -> of(set, seen)).orElseGet(() -> withoutPod(set));
  }

  private static Workload unseen(Failure why) {
    String words = String.valueOf(why.getMessage());
    return why instanceof Failure.Unreached
        ? Workload.unreachable(words)
        : Workload.ambiguous(words);
  }

  private Workload of(EtcdSet set, EtcdPod pod) {
    return (set.owns(pod) ? state(set, pod) : stranger(set, pod))
        .on(placement(pod), Optional.empty())
        .probed(PodProbes.needingQuorum(pod))
        .trapped(pod.running().isPresent() ? StopHazard.trap(pod) : Optional.empty())
        .ending(pod.grace());
  }

  private static Workload stranger(EtcdSet set, EtcdPod pod) {
    return Workload.stranger(
        pod.controller()
            .map(
                owner ->
                    "pod %s belongs to %s, not to the %s"
                        .formatted(pod.name(), EtcdSet.words(owner), other(set, owner)))
            .orElseGet(
                () ->
                    "pod %s belongs to nobody: somebody created it, or its StatefulSet was deleted and left it"
                        .formatted(pod.name())));
  }

  private static String other(EtcdSet set, OwnerReference owner) {
    return owner.getName().equals(set.name())
        ? "present " + set.words() + " of that name"
        : set.words();
  }

  private Workload state(EtcdSet set, EtcdPod pod) {
    if (pod.isGated()) {
      return gated(set, pod);
    }
    if (pod.isDeleted()) {
      return deleted(set, pod);
    }
    return pod.node().isEmpty() ? waitingForNode(pod) : onNode(pod, pod.node().get());
  }

  private Workload gated(EtcdSet set, EtcdPod pod) {
    Optional<String> before = new Predecessor(set, pod).ended();
    if (before.isEmpty()) {
      return Workload.ambiguous(
          "pod %s is gated%s, and nothing proves that etcd of the pod before it has ended. %s"
              .formatted(
                  pod.name(),
                  pod.isDeleted() ? " and kept, though somebody deleted it" : "",
                  new Predecessor(set, pod).wayOut()));
    }
    if (pod.isHeld() && pod.isDeleted() && !set.wants(place.ordinal())) {
      return Workload.stopped(
          "the %s has %d replicas, and pod %s has still to be let go; %s"
              .formatted(set.words(), set.replicas(), pod.name(), before.get()));
    }
    if (pod.isHeld()) {
      return Workload.held(
          "pod %s is kept from every node by its scheduling gate%s; %s"
              .formatted(
                  pod.name(),
                  set.heldBy(pod.name()).map(by -> " of operation " + by).orElse(""),
                  before.get()));
    }
    return set.heldBy(pod.name())
        .map(
            by ->
                Workload.stopped(
                    "pod %s is gated, and operation %s has still to hold or start it; %s"
                        .formatted(pod.name(), by, before.get())))
        .orElseGet(
            () ->
                Workload.restarting(
                    "pod %s was born gated while a member was held, and is let go%s; %s"
                        .formatted(
                            pod.name(),
                            new SetGuards(look, set)
                                .start(pod)
                                .map(why -> " once this is over: " + why)
                                .orElse(""),
                            before.get())));
  }

  private Workload deleted(EtcdSet set, EtcdPod pod) {
    String since = pod.pod().getMetadata().getDeletionTimestamp();
    Optional<EndedRun> ended = pod.ended();
    if (ended.isPresent()) {
      return Workload.restarting(
          "%s of pod %s, and %s"
              .formatted(
                  ended.get().words(),
                  pod.name(),
                  set.heldBy(pod.name()).isPresent()
                      ? "its gated successor is not there yet"
                      : "the " + set.words() + " starts it again"));
    }
    Optional<String> doubt = pod.node().flatMap(look::doubt);
    if (doubt.isPresent()) {
      return Workload.unreachable(
          "pod %s is being deleted since %s, and %s%s"
              .formatted(pod.name(), since, doubt.get(), new PodRelease(look, pod).words()));
    }
    if (pod.isAsked() && pod.running().isPresent()) {
      Workload running = running(pod, pod.node().orElse("its node"));
      return running.hanging(Optional.empty(), sinceTerm(pod));
    }
    Optional<String> operation = set.heldBy(pod.name());
    boolean ends = pod.isKept() && pod.node().isPresent() && pod.lostRun().isEmpty();
    if (operation.isPresent() && ends) {
      return Workload.restarting(
          "pod %s is being stopped by operation %s since %s, and its kubelet has not said that etcd has ended"
              .formatted(pod.name(), operation.get(), since));
    }
    return Workload.ambiguous(
        "pod %s is being deleted since %s, and %s"
            .formatted(
                pod.name(),
                since,
                pod.node().isPresent()
                    ? silence(pod)
                    : "nothing proves that etcd of the pod before it has ended"));
  }

  private String silence(EtcdPod pod) {
    return pod.lostRun()
        .map(
            lost ->
                "its kubelet could not find %s any more, so nothing proves that etcd has ended. If no etcd of it runs on %s, and only then, state it: %s"
                    .formatted(
                        ContainerId.words(lost),
                        pod.node().orElse("its node"),
                        new PodRelease(look, pod).withoutFinalizer()))
        .orElse("its kubelet has not said that etcd has ended");
  }

  /** The time of a deletion is the time at which the grace ends. */
  private Optional<Duration> sinceTerm(EtcdPod pod) {
    Long grace = pod.pod().getMetadata().getDeletionGracePeriodSeconds();
    try {
      Instant asked =
          Instant.parse(pod.pod().getMetadata().getDeletionTimestamp())
              .minusSeconds(grace == null ? 0 : grace);
      Duration since = Duration.between(asked, look.at());
      return Optional.of(since.isNegative() ? Duration.ZERO : since);
    } catch (DateTimeException strange) {
      return Optional.of(Duration.ZERO);
    }
  }

  private static Workload waitingForNode(EtcdPod pod) {
    return Workload.restarting(
        "pod %s waits for a node: %s%s"
            .formatted(
                pod.name(),
                PodTrouble.ofScheduling(pod).orElse("the scheduler has not looked at it yet"),
                pod.annotation(Marks.STEERED).map(PodWorkload::bound).orElse("")));
  }

  /** Which node has no room is known only as long as the pod waits for that node. */
  private static String bound(String steered) {
    return "; this start is bound to %s, and nobody remembers after an abort whether there was room: name another node then (--to-node NODE)"
        .formatted(CleanText.line(steered, LONGEST_BINDING));
  }

  private Workload onNode(EtcdPod pod, String node) {
    if (pod.container().isEmpty()) {
      return Workload.ambiguous(
          "pod %s on %s: %s".formatted(pod.name(), node, EtcdContainer.UNCLEAR));
    }
    Optional<String> doubt = look.doubt(node);
    if (doubt.isPresent()) {
      return look.unread(Part.NODES).isPresent()
          ? Workload.ambiguous("pod %s: %s".formatted(pod.name(), doubt.get()))
          : Workload.unreachable("pod %s: %s".formatted(pod.name(), doubt.get()));
    }
    if (pod.running().isPresent()) {
      return running(pod, node);
    }
    return Workload.restarting("pod %s on %s: %s".formatted(pod.name(), node, notRunning(pod)));
  }

  private Workload running(EtcdPod pod, String node) {
    Optional<String> container = pod.containerId();
    if (pod.phase().equals("Failed") || container.isEmpty()) {
      return Workload.ambiguous(
          "pod %s on %s has the phase %s, and its container of etcd counts as running"
              .formatted(pod.name(), node, pod.phase()));
    }
    if (grewSince || PodTrouble.keepsEnding(pod, look.at())) {
      return Workload.restarting(
          "pod %s on %s: etcd was started %d times again%s"
              .formatted(
                  pod.name(),
                  node,
                  pod.restarts(),
                  PodTrouble.lastEnd(pod)
                      .map(end -> ", last after " + PodTrouble.ofEnd(end))
                      .orElse("")));
    }
    String words = ContainerId.words(container.get()) + " of pod " + pod.name();
    return Workload.running(words + " runs on " + node, new Run(container.get(), words));
  }

  private static String notRunning(EtcdPod pod) {
    return PodTrouble.ofInit(pod)
        .or(
            () ->
                pod.waiting()
                    .map(
                        waiting ->
                            "etcd waits: "
                                + PodTrouble.ofWaiting(waiting)
                                + PodTrouble.lastEnd(pod)
                                    .map(end -> "; it ended last with " + PodTrouble.ofEnd(end))
                                    .orElse("")))
        .or(
            () ->
                pod.terminated()
                    .map(
                        end ->
                            "etcd ended with " + PodTrouble.ofEnd(end) + " and is started again"))
        .orElse("its kubelet has not said anything of it yet");
  }

  private Workload withoutPod(EtcdSet set) {
    Optional<EndedRun> ended = set.ended(place.name());
    if (!set.wants(place.ordinal())) {
      Vacancy vacancy = new Vacancy(look, set, place);
      return ended
          .filter(run -> run.generation() == set.generation())
          .or(vacancy::proof)
          .map(
              run ->
                  Workload.absent(
                      "the %s has %d replicas, so nothing starts %s; %s"
                          .formatted(set.words(), set.replicas(), place.name(), run.words())))
          .orElseGet(
              () ->
                  Workload.ambiguous(
                      "there is no pod %s, as the %s has %d replicas, and nothing proves that its etcd has ended.%s"
                          .formatted(place.name(), set.words(), set.replicas(), vacancy.wayOut())));
    }
    return ended
        .map(
            run ->
                Workload.restarting(
                    "the successor of pod %s is not there yet; %s"
                        .formatted(place.name(), run.words())))
        .orElseGet(
            () ->
                Workload.ambiguous(
                    "there is no pod %s, and the %s has not created one; look at its events: kubectl describe statefulset %s -n %s"
                        .formatted(
                            place.name(), set.words(), set.name(), look.names().namespace())));
  }

  private Placement placement(EtcdPod pod) {
    Optional<Node> node = pod.node().flatMap(name -> Optional.ofNullable(look.nodes().get(name)));
    return new Placement(
        pod.node(),
        label(node, ZONE),
        look.claim(place).map(claim -> claim.getSpec().getVolumeName()),
        label(node, SITE));
  }

  private static Optional<FailureDomain> label(Optional<Node> node, String key) {
    return node.map(seen -> seen.getMetadata().getLabels())
        .map((Map<String, String> labels) -> labels.get(key))
        .map(FailureDomain::new);
  }
}
