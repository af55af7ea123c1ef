package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever controllers, kubelets, nodes and people do, and in whichever order, a member whose etcd
 * runs is never taken for gone. What really runs is known to the simulation alone.
 */
class AbsencePropertyTest {
  private static final List<String> PODS = List.of("etcd-0", "etcd-1", "etcd-2");
  private static final List<String> NODES = List.of("node1", "node2", "node3");

  /** What may happen next, to one of three pods or nodes. */
  enum Event {
    STOP,
    EVERYBODY_ACTS,
    START,
    START_ELSEWHERE,
    HOLD,
    TIDY,
    TAKE_OVER,
    HAND_BACK,
    ADD_PLACE,
    REMOVE_PLACE,
    CONTROL,
    SCHEDULE,
    ACT,
    REPORT,
    CRASH,
    DELETE,
    DELETE_BY_FORCE,
    KUBELET_DIES,
    KUBELET_IS_BACK,
    NODE_IS_SILENT,
    NODE_IS_GONE,
    NODE_IS_BACK,
    COLLECT,
    REPLICAS
  }

  record Happening(Event event, int which) {}

  /** Stories in which a hold gets on for a while, then anything happens, and so on. */
  @Provide
  Arbitrary<List<Happening>> stories() {
    Arbitrary<Integer> which =
        Arbitraries.frequency(Tuple.of(8, 1), Tuple.of(1, 0), Tuple.of(1, 2));
    Arbitrary<List<Happening>> trouble =
        Combinators.combine(Arbitraries.of(Event.class), which)
            .as(Happening::new)
            .list()
            .ofMaxSize(5);
    Arbitrary<List<Happening>> progress =
        Arbitraries.integers().between(0, 9).map(AbsencePropertyTest::progress);
    return Combinators.combine(progress, trouble)
        .as((well, badly) -> Stream.concat(well.stream(), badly.stream()).toList())
        .list()
        .ofMinSize(2)
        .ofMaxSize(6)
        .map(parts -> parts.stream().flatMap(List::stream).toList());
  }

  private static List<Happening> progress(int moves) {
    return IntStream.range(0, moves)
        .boxed()
        .flatMap(
            number -> Stream.of(Event.STOP, Event.EVERYBODY_ACTS).map(it -> new Happening(it, 1)))
        .toList();
  }

  @Property(tries = 40)
  void aMemberWhoseEtcdRunsIsNeverProvenAbsent(@ForAll("stories") List<Happening> story) {
    SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
    LookAtSets sets =
        new LookAtSets(world, new SetNames("default", List.of("etcd")), Clock.systemUTC());
    new Story(world, sets).take(new Happening(Event.TAKE_OVER, 0));
    for (Happening happening : story) {
      new Story(world, sets).take(happening);
      SetLook look = sets.look();
      for (int ordinal = 0; ordinal < PODS.size(); ordinal++) {
        Workload seen = new PodWorkload(look, new MemberPod("etcd", ordinal), false).workload();
        if (seen.provenAbsent()) {
          assertThat(world.processes(PODS.get(ordinal)))
              .as(PODS.get(ordinal) + ": " + seen.state() + " " + seen.evidence())
              .isEmpty();
        }
      }
    }
  }

  private record Story(SimulatedSets world, LookAtSets sets) {
    private Move start(MemberPod place, Steering steering) {
      return new StartMoves(sets.look(), place, "op", new JoinSettings(Map.of()), steering).next();
    }

    void take(Happening happening) {
      String pod = PODS.get(happening.which());
      String node = NODES.get(happening.which());
      MemberPod place = new MemberPod("etcd", happening.which());
      switch (happening.event()) {
        case HOLD -> move(() -> hold(place, HoldMoves.Reach.STOPPED));
        case STOP -> move(() -> hold(place, HoldMoves.Reach.RUNNING));
        case START -> move(() -> start(place, Steering.NONE));
        case START_ELSEWHERE ->
            move(
                () ->
                    start(
                        place,
                        new Steering("on node3", Map.of("kubernetes.io/hostname", "node3"))));
        case TIDY -> move(this::tidy);
        case TAKE_OVER -> move(() -> new TakeoverMoves(sets.look()).takeOver("op"));
        case HAND_BACK -> move(() -> new TakeoverMoves(sets.look()).handBack());
        case ADD_PLACE -> move(() -> new PlaceMoves(sets.look(), place, "op").add());
        case REMOVE_PLACE -> move(() -> new PlaceMoves(sets.look(), place, "op").remove());
        case EVERYBODY_ACTS -> world.tick();
        case CONTROL -> world.control();
        case SCHEDULE -> world.schedule();
        case ACT -> world.act(node);
        case REPORT -> world.report(node);
        case CRASH -> world.crash(pod);
        case DELETE -> world.deleteGracefully(pod);
        case DELETE_BY_FORCE -> world.deleteByForce(pod);
        case KUBELET_DIES -> world.deadKubelets.add(node);
        case KUBELET_IS_BACK -> world.deadKubelets.remove(node);
        case NODE_IS_SILENT -> world.ready(node, "Unknown");
        case NODE_IS_GONE -> world.nodes.remove(node);
        case NODE_IS_BACK -> world.ready(node, "True");
        case COLLECT -> world.collect();
        case REPLICAS -> world.scale(happening.which() + 1);
      }
    }

    private Move hold(MemberPod place, HoldMoves.Reach reach) {
      return new HoldMoves(sets.look(), place, "op", reach).next();
    }

    private Move tidy() {
      SetLook look = sets.look();
      return new TidyMoves(look, look.set(new MemberPod("etcd", 0)))
          .next()
          .orElse(new Move.Done(""));
    }

    /** One move at the most: Quorate may die after each. */
    private void move(Supplier<Move> decided) {
      try {
        switch (decided.get()) {
          case Move.Patch patch -> world.patch(patch.seen(), patch.patch(), patch.change());
          case Move.Last(Move.Patch patch, String because) ->
              world.patch(patch.seen(), patch.patch(), patch.change());
          case Move.Delete delete -> world.delete(delete.seen().pod(), delete.graceSeconds());
          case Move.Drop(PersistentVolumeClaim claim) -> world.drop(claim);
          case Move.Leave leave -> world.leave(leave.set());
          case Move.Make(StatefulSet set) -> world.make(set);
          case Move.Done done -> {}
          case Move.Wait wait -> {}
        }
      } catch (Failure refused) {
        // A refusal changes nothing, and neither does an effect that was overtaken.
      }
    }
  }
}
