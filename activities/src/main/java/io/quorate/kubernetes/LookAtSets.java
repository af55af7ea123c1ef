package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the objects of a cluster's StatefulSets, by plain requests at the same time. */
record LookAtSets(SetApi api, SetNames names, Clock clock) implements SetLooks {
  static final int MOST_REPLICAS = 99;

  @Override
  public SetLook look() {
    return new Looking().look();
  }

  private final class Looking {
    private final Map<Part, Failure> unread = new EnumMap<>(Part.class);

    SetLook look() {
      Instant at = clock.instant();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var sets = threads.submit(() -> each(names.sets(), name -> set(api, name)));
        var pods = threads.submit(() -> api.pods());
        var claims = threads.submit(() -> api.claims());
        var guard = threads.submit(() -> api.guard());
        Map<String, EtcdPod> seen = named(read(Part.PODS, pods, List.of()), EtcdPod::new);
        Map<String, PersistentVolumeClaim> claimed =
            named(read(Part.CLAIMS, claims, List.of()), claim -> claim);
        Map<String, EtcdSet> found = named(read(Part.SETS, sets, List.of()), EtcdSet::new);
        if (!unread.containsKey(Part.SETS)) {
          away(found.keySet(), claimed.values(), seen.values())
              .forEach(set -> found.put(set.name(), set));
          boolean missing = !found.keySet().containsAll(names.sets());
          if (missing && unread.containsKey(Part.CLAIMS)) {
            // Its manifest may stand on the claims, so nobody knows whether it is away or gone.
            unread.put(Part.SETS, unread.get(Part.CLAIMS));
          }
        }
        var services = threads.submit(() -> services(found.values()));
        seen.replaceAll(
            (name, pod) ->
                found.values().stream()
                    .filter(set -> set.owns(pod))
                    .findFirst()
                    .map(set -> set.born(pod))
                    .orElse(pod));
        List<EtcdPod> own =
            seen.values().stream()
                .filter(pod -> found.values().stream().anyMatch(set -> set.owns(pod)))
                .toList();
        var nodes = threads.submit(() -> each(nodes(own), api::node));
        var volumes = threads.submit(() -> each(volumes(own, found, claimed), api::volume));
        List<Node> known = new ArrayList<>(read(Part.NODES, nodes, List.of()));
        List<PersistentVolume> kept = read(Part.VOLUMES, volumes, List.of());
        List<VolumeNode> further = others(kept, known);
        var local = threads.submit(() -> each(names(further), api::node));
        var hosts = threads.submit(() -> hosts(further));
        known.addAll(read(Part.NODES, local, List.of()));
        known.addAll(read(Part.NODES, hosts, List.of()));
        return new SetLook(
            at,
            names,
            found,
            seen,
            claimed,
            named(kept, volume -> volume),
            named(known, node -> node),
            answer(services).flatMap(all -> all),
            answer(guard).orElse(PolicyGuard.NONE),
            unread);
      }
    }

    private <T> T read(Part part, Future<T> future, T otherwise) {
      try {
        return future.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        unread.put(part, new Failure.Transient("the look was interrupted", e));
      } catch (ExecutionException e) {
        unread.put(part, failure(e));
      }
      return otherwise;
    }
  }

  private Optional<List<Service>> services(Collection<EtcdSet> sets) {
    return sets.stream().anyMatch(MovedAddress::isPossible)
        ? Optional.of(api.services())
        : Optional.empty();
  }

  /** Each place is looked at, so a number that somebody mistyped would hold up all clusters. */
  static Optional<StatefulSet> set(SetApi api, String name) {
    Optional<StatefulSet> set = api.set(name);
    set.map(EtcdSet::new)
        .filter(seen -> seen.replicas() > MOST_REPLICAS)
        .ifPresent(
            seen -> {
              throw new Failure.Refused(
                  "the %s has %d replicas; no etcd has more than %d members, so nothing is looked at until somebody scales it back"
                      .formatted(seen.words(), seen.replicas(), MOST_REPLICAS));
            });
    return set;
  }

  /** The sets that an operation has taken away to create them again, as it wrote them down. */
  private List<EtcdSet> away(
      Set<String> there, Collection<PersistentVolumeClaim> claims, Collection<EtcdPod> pods) {
    return names.sets().stream()
        .filter(name -> !there.contains(name))
        .flatMap(name -> CarriedNotes.of(names, name, claims, pods).most().stream())
        .toList();
  }

  private static Failure failure(ExecutionException failed) {
    if (failed.getCause() instanceof Failure known) {
      return known;
    }
    throw new IllegalStateException("a look failed with what no request may throw", failed);
  }

  private static <T> Optional<T> answer(Future<T> future) {
    try {
      return Optional.of(future.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.empty();
    }
  }

  private static Collection<String> nodes(List<EtcdPod> pods) {
    return pods.stream().flatMap(pod -> pod.node().stream()).distinct().toList();
  }

  /** Further nodes: each is the only node of one of these volumes. */
  private static List<VolumeNode> others(List<PersistentVolume> volumes, List<Node> known) {
    return volumes.stream()
        .flatMap(volume -> VolumeNode.of(volume).stream())
        .filter(node -> known.stream().noneMatch(node::is))
        .distinct()
        .toList();
  }

  private static List<String> names(List<VolumeNode> nodes) {
    return nodes.stream().filter(VolumeNode::named).map(VolumeNode::value).toList();
  }

  private List<Node> hosts(List<VolumeNode> nodes) {
    List<VolumeNode> hosts = nodes.stream().filter(node -> !node.named()).toList();
    return hosts.isEmpty()
        ? List.of()
        : api.nodes().stream()
            .filter(node -> hosts.stream().anyMatch(host -> host.is(node)))
            .toList();
  }

  /**
   * Volumes of the claims of pods, of the data of members whose pods are not there, and of further
   * claims that a set made, which a set with the retention policy Delete takes along.
   */
  private static Collection<String> volumes(
      List<EtcdPod> pods, Map<String, EtcdSet> sets, Map<String, PersistentVolumeClaim> claims) {
    Stream<String> data =
        sets.values().stream()
            .flatMap(
                set ->
                    set.places().stream().flatMap(place -> set.dataClaim(place.name()).stream()));
    Stream<String> made =
        claims.keySet().stream()
            .filter(name -> sets.values().stream().anyMatch(set -> set.hasMade(name)));
    return Stream.of(pods.stream().flatMap(pod -> pod.claims().stream()), data, made)
        .flatMap(names -> names)
        .flatMap(name -> Stream.ofNullable(claims.get(name)))
        .map(claim -> claim.getSpec().getVolumeName())
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /** The objects of these names that are there, asked for at the same time. */
  private static <T> List<T> each(Collection<String> names, Function<String, Optional<T>> get)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Optional<T>>> calls =
          names.stream().map(name -> (Callable<Optional<T>>) () -> get.apply(name)).toList();
      List<T> found = new ArrayList<>();
      for (Future<Optional<T>> future : threads.invokeAll(calls)) {
        try {
          future.get().ifPresent(found::add);
        } catch (ExecutionException e) {
          throw failure(e);
        }
      }
      return found;
    }
  }

  private static <T extends HasMetadata, V> Map<String, V> named(
      List<T> objects, Function<T, V> made) {
    return objects.stream()
        .collect(
            Collectors.toMap(
                object -> object.getMetadata().getName(), made, (one, another) -> one));
  }
}
