package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.quorate.cluster.Destination;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.workload.Arrival;
import io.quorate.workload.Arrival.Closed;
import io.quorate.workload.Arrival.Way;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Nodes and zones to which members go: what can take a member, and what becomes of its volume. */
record Destinations(SetLooks sets, SetApi api) {
  /** The way of a member to its destination. Never throws: unseen is an answer. */
  Arrival arrival(Journey journey) {
    try {
      return new Seen(sets.look(), journey, api.nodes()).arrival();
    } catch (Failure.Refused refused) {
      return new Arrival(journey, new Closed(refused.getMessage() + ".", List.of()));
    } catch (Failure unread) {
      return new Arrival(journey, new Arrival.Unseen(String.valueOf(unread.getMessage())));
    }
  }

  /**
   * The binding of a start to the destination, after another look at it.
   *
   * @throws Failure where the member cannot run there with the volume of its claim
   */
  Steering steering(MemberName member, Destination to) {
    String what = "%s is not started %s: ".formatted(member, to.where());
    Seen seen = new Seen(sets.look(), new Journey(member, to), api.nodes());
    return switch (seen.way()) {
      case Arrival.Follows follows -> new Steering(to.where(), seen.labels());
      case Arrival.Leaves leaves -> throw new Failure.Refused(what + leaves.why());
      case Closed closed ->
          throw new Failure.Refused(what + closed.fact() + " " + String.join("; ", closed.todo()));
      case Arrival.Unseen unseen -> throw new Failure.Transient(what + unseen.why());
    };
  }

  /** A destination, by one look at all nodes. */
  private final class Seen {
    private final SetLook look;
    private final Journey journey;
    private final List<Node> nodes;
    private final MemberPod place;
    private final Candidates candidates;

    Seen(SetLook look, Journey journey, List<Node> nodes) {
      look.require(SetLook.Part.CLAIMS, SetLook.Part.VOLUMES, SetLook.Part.NODES);
      this.look = look;
      this.journey = journey;
      this.nodes = nodes;
      this.place = look.requirePlace(journey.member());
      this.candidates = Candidates.of(look, place, journey.to(), nodes);
    }

    Arrival arrival() {
      Way way = way();
      return new Arrival(
          journey, way, zone(), way instanceof Arrival.Follows ? later() : List.of());
    }

    private Optional<FailureDomain> zone() {
      return switch (journey.to().kind()) {
        case ZONE -> Optional.of(new FailureDomain(journey.to().name()));
        case NODE ->
            candidates.fit().stream()
                .flatMap(node -> Candidates.zoneOf(node).stream())
                .findFirst()
                .map(FailureDomain::new);
      };
    }

    /** The note that a later pod may come elsewhere, where the volume can be used elsewhere. */
    private List<String> later() {
      Optional<PersistentVolume> volume = volume();
      boolean bound =
          volume.isPresent()
              && nodes.stream()
                  .filter(node -> !candidates.fit().contains(node))
                  .noneMatch(node -> NewVolume.isUsable(volume.get(), node));
      return bound
          ? List.of()
          : List.of(
              "This start is bound to %s, and a later pod of %s is not: to keep it there, give the template of the %s an affinity or topologySpreadConstraints."
                  .formatted(journey.to().words(), journey.member(), look.set(place).words()));
    }

    private Optional<PersistentVolume> volume() {
      return look.claim(place)
          .map(claim -> claim.getSpec().getVolumeName())
          .flatMap(name -> Optional.ofNullable(look.volumes().get(name)));
    }

    Way way() {
      return candidates.closed().<Way>map(why -> why).orElseGet(this::open);
    }

    private Way open() {
      // Refuses a set whose data is on no claim: nothing of such a member goes anywhere.
      String data = ClaimedDirectory.of(look.set(place).set(), place.name()).claim();
      Optional<String> lost = LostVolume.of(look, place).map(LostVolume::why);
      if (lost.isPresent()) {
        return new Closed(
            "The volume of %s cannot be used any more: %s.".formatted(place.name(), lost.get()),
            List.of(
                "quorate start minority-replace CLUSTER --member %s --data-is-lost"
                    .formatted(journey.member())));
      }
      Optional<Closed> kept = keptBy(data);
      if (kept.isPresent()) {
        return kept.get();
      }
      Optional<PersistentVolume> volume = volume();
      boolean goes = volume.isEmpty() || isUsable(volume.get());
      return goes ? new Arrival.Follows() : replaced(look.claim(place).orElseThrow(), volume.get());
    }

    private boolean isUsable(PersistentVolume volume) {
      return candidates.fit().stream().anyMatch(node -> NewVolume.isUsable(volume, node));
    }

    /** A volume beside that of the data, which is not set aside and would keep the pod off. */
    private Optional<Closed> keptBy(String data) {
      return look.pod(place).stream()
          .flatMap(pod -> pod.claims().stream())
          .filter(name -> !name.equals(data))
          .flatMap(name -> Stream.ofNullable(look.claims().get(name)))
          .flatMap(claim -> keeping(claim).stream())
          .findFirst();
    }

    private Optional<Closed> keeping(PersistentVolumeClaim claim) {
      return Optional.ofNullable(claim.getSpec().getVolumeName())
          .map(look.volumes()::get)
          .filter(volume -> !isUsable(volume))
          .map(
              volume ->
                  new Closed(
                      "%s cannot run %s: its claim %s has the volume %s, which cannot be used there."
                          .formatted(
                              journey.member(),
                              journey.to().where(),
                              claim.getMetadata().getName(),
                              volume.getMetadata().getName()),
                      List.of("Choose a destination that can use that volume.")));
    }

    private Way replaced(PersistentVolumeClaim claim, PersistentVolume volume) {
      String where = journey.to().where();
      NewVolume coming = new NewVolume(look.set(place), claim, candidates.fit(), where);
      Optional<StorageClass> storage = coming.storageClass().flatMap(api::storageClass);
      String name = volume.getMetadata().getName();
      List<String> nodes = VolumeNode.of(volume).stream().map(VolumeNode::value).toList();
      return coming
          .objection(storage, api.volumes())
          .<Way>map(why -> why)
          .orElseGet(
              () ->
                  new Arrival.Leaves(
                      name,
                      nodes.isEmpty()
                          ? "The volume %s cannot be used %s".formatted(name, where)
                          : "The volume %s can be used on %s alone"
                              .formatted(name, String.join(", ", nodes))));
    }

    Map<String, String> labels() {
      return switch (journey.to().kind()) {
        case ZONE -> Map.of(PodWorkload.ZONE, journey.to().name());
        case NODE ->
            Map.of(
                VolumeNode.HOSTNAME,
                NodeTerms.labels(candidates.fit().getFirst()).get(VolumeNode.HOSTNAME));
      };
    }
  }
}
