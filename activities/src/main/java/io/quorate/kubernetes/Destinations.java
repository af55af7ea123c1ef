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
    Landing landing = seen.landing();
    return switch (landing.way()) {
      case Arrival.Follows follows -> Steering.to(landing.node().orElseThrow());
      case Arrival.Leaves leaves -> throw new Failure.Refused(what + leaves.why());
      case Closed closed ->
          throw new Failure.Refused(what + closed.fact() + " " + String.join("; ", closed.todo()));
      case Arrival.Unseen unseen -> throw new Failure.Transient(what + unseen.why());
    };
  }

  /** The way of the data, and the node where the member is to be; none where it cannot go. */
  private record Landing(Way way, Optional<Node> node) {
    static Landing none(Way why) {
      return new Landing(why, Optional.empty());
    }
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
      Landing landing = landing();
      Optional<String> chosen = landing.node().filter(node -> isZone()).map(Candidates::name);
      return new Arrival(
          journey,
          landing.way(),
          landing.node().flatMap(Candidates::zoneOf).map(FailureDomain::new),
          Stream.concat(
                  chosen.stream().map(node -> choice(node, landing)),
                  landing.way() instanceof Arrival.Follows ? later(landing) : Stream.of())
              .toList(),
          chosen);
    }

    private boolean isZone() {
      return journey.to().kind() == Destination.Kind.ZONE;
    }

    private String choice(String chosen, Landing landing) {
      Optional<PersistentVolume> along =
          landing.way() instanceof Arrival.Follows ? volume() : Optional.empty();
      String another =
          Stream.concat(candidates.fit().stream(), candidates.others().stream())
              .filter(node -> along.isEmpty() || NewVolume.isUsable(along.get(), node))
              .map(Candidates::name)
              .filter(node -> !node.equals(chosen))
              .findFirst()
              .orElse("NODE");
      return "Quorate chose node %s of %s and cannot see whether it has room. For another node: --to-node %s."
          .formatted(chosen, journey.to().words(), another);
    }

    /** The note that a later pod may come elsewhere, where the volume can be used elsewhere. */
    private Stream<String> later(Landing landing) {
      Optional<PersistentVolume> volume = volume();
      boolean bound =
          volume.isPresent()
              && nodes.stream()
                  .filter(node -> !isThere(node))
                  .noneMatch(node -> NewVolume.isUsable(volume.get(), node));
      return bound
          ? Stream.of()
          : Stream.of(
              "This start is bound to node %s, and a later pod of %s is not: to keep it %s, give the template of the %s an affinity or topologySpreadConstraints."
                  .formatted(
                      landing.node().map(Candidates::name).orElseThrow(),
                      journey.member(),
                      journey.to().where(),
                      look.set(place).words()));
    }

    private boolean isThere(Node node) {
      String wanted = journey.to().name();
      return switch (journey.to().kind()) {
        case NODE -> wanted.equals(Candidates.name(node));
        case ZONE -> Candidates.zoneOf(node).filter(wanted::equals).isPresent();
      };
    }

    private Optional<PersistentVolume> volume() {
      return look.claim(place)
          .map(claim -> claim.getSpec().getVolumeName())
          .flatMap(name -> Optional.ofNullable(look.volumes().get(name)));
    }

    Landing landing() {
      return candidates.closed().map(Landing::none).orElseGet(this::open);
    }

    private Landing open() {
      // Refuses a set whose data is on no claim: nothing of such a member goes anywhere.
      String data = ClaimedDirectory.of(look.set(place).set(), place.name()).claim();
      Optional<String> lost = LostVolume.of(look, place).map(LostVolume::why);
      if (lost.isPresent()) {
        return Landing.none(
            new Closed(
                "The volume of %s cannot be used any more: %s.".formatted(place.name(), lost.get()),
                List.of(
                    "quorate start minority-replace CLUSTER --member %s --data-is-lost"
                        .formatted(journey.member()))));
      }
      List<PersistentVolumeClaim> others = others(data);
      List<Node> open =
          candidates.fit().stream()
              .filter(node -> others.stream().allMatch(claim -> isUsable(claim, node)))
              .toList();
      return open.isEmpty() ? Landing.none(keptBy(others)) : among(open);
    }

    private Landing among(List<Node> open) {
      Optional<PersistentVolume> volume = volume();
      Optional<Node> along =
          open.stream()
              .filter(node -> volume.isEmpty() || NewVolume.isUsable(volume.get(), node))
              .findFirst();
      return along.isPresent()
          ? new Landing(new Arrival.Follows(), along)
          : replaced(look.claim(place).orElseThrow(), volume.orElseThrow(), open);
    }

    /** Claims beside that of the data, which are not set aside and may keep the pod off. */
    private List<PersistentVolumeClaim> others(String data) {
      return look.pod(place).stream()
          .flatMap(pod -> pod.claims().stream())
          .filter(name -> !name.equals(data))
          .flatMap(name -> Stream.ofNullable(look.claims().get(name)))
          .toList();
    }

    private boolean isUsable(PersistentVolumeClaim claim, Node node) {
      return Optional.ofNullable(claim.getSpec().getVolumeName())
          .map(look.volumes()::get)
          .map(volume -> NewVolume.isUsable(volume, node))
          .orElse(true);
    }

    private Closed keptBy(List<PersistentVolumeClaim> claims) {
      PersistentVolumeClaim keeping =
          claims.stream()
              .filter(claim -> candidates.fit().stream().noneMatch(node -> isUsable(claim, node)))
              .findFirst()
              .orElseGet(claims::getFirst);
      return new Closed(
          "%s cannot run %s: its claim %s has the volume %s, which cannot be used there."
              .formatted(
                  journey.member(),
                  journey.to().where(),
                  keeping.getMetadata().getName(),
                  keeping.getSpec().getVolumeName()),
          List.of("Choose a destination that can use that volume."));
    }

    private Landing replaced(
        PersistentVolumeClaim claim, PersistentVolume volume, List<Node> open) {
      String where = journey.to().where();
      NewVolume coming = new NewVolume(look.set(place), claim, open, where);
      Optional<StorageClass> storage = coming.storageClass().flatMap(api::storageClass);
      List<PersistentVolume> all = api.volumes();
      Optional<Closed> objection = coming.objection(storage, all);
      if (objection.isPresent()) {
        return Landing.none(objection.get());
      }
      String name = volume.getMetadata().getName();
      List<String> users = VolumeNode.of(volume).stream().map(VolumeNode::value).toList();
      return new Landing(
          new Arrival.Leaves(
              name,
              users.isEmpty()
                  ? "The volume %s cannot be used %s".formatted(name, where)
                  : "The volume %s can be used on %s alone"
                      .formatted(name, String.join(", ", users))),
          open.stream()
              .filter(node -> coming.on(node).objection(storage, all).isEmpty())
              .findFirst());
    }
  }
}
