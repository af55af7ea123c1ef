package io.quorate.workflow;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.SharedAttribute;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.drawing.DrawnCluster;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.CauseNames;
import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceNames;
import io.quorate.operation.Request;
import io.quorate.operation.SelfTestNames;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WorkerNames;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceLimits;
import io.quorate.places.PlaceRank;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Stories of the workflows that a fleet has once, which run for ever. */
enum FleetStory {
  /** Five clusters have one cause, of which people are told; a sixth joins, one is well again. */
  FLEET_CAUSES(CauseNames.TYPE) {
    @Override
    void happen(SimulatedFleet here) {
      WorkflowStub causes = here.start(type(), CauseNames.WORKFLOW_ID, Opaque.NOTHING);
      for (int each = 0; each < 5; each++) {
        causes.signal(CauseNames.TROUBLED, trouble(each, here.now()));
      }
      here.pass(Duration.ofMinutes(2));
      causes.signal(CauseNames.TROUBLED, trouble(5, here.now()));
      causes.signal(CauseNames.WELL, new ClusterKey("c0"));
      here.await(() -> causes.query(CauseNames.STATE, FleetTroubles.class).troubled().size() == 5);
    }

    private static Opaque trouble(int number, Instant since) {
      return OpaqueValues.of(
          new TroubledCluster(
              new ClusterKey("c" + number), since, 0, List.of(new SharedAttribute("zone=b", 10))));
    }
  },
  /** One operation has the only place, one waits, and one that was terminated is found. */
  FLEET_PLACES(PlaceNames.TYPE) {
    @Override
    void happen(SimulatedFleet here) {
      WorkflowStub places = here.start(type(), PlaceNames.WORKFLOW_ID, Opaque.NOTHING);
      ask(places, "billing");
      ask(places, "orders");
      ask(places, "payments");
      here.places.over.add("orders.1");
      here.pass(Duration.ofMinutes(2));
      places.signal(PlaceNames.FREE, "billing.1");
      here.pass(Duration.ofMinutes(1));
    }

    private static void ask(WorkflowStub places, String cluster) {
      PlaceWish wish =
          new PlaceWish(
              cluster + ".1",
              new ClusterKey(cluster),
              PlaceRank.MARGIN_ZERO,
              Instant.EPOCH,
              List.of(),
              Optional.empty());
      places.update(
          PlaceNames.ASK,
          PlaceAnswer.class,
          OpaqueValues.of(new PlaceRequest(wish, new PlaceLimits(1, 1, 1))));
    }
  },
  /** A finding is silenced while a worker holds the shard, whose day ends then. */
  WATCH_SHARD(WatchNames.TYPE) {
    @Override
    void happen(SimulatedFleet here) {
      WorkflowStub shard =
          here.start(type(), WatchNames.workflowId(17), OpaqueValues.of(WatchedShard.begun(17)));
      shard.update(
          WatchNames.SILENCE,
          Request.Answer.class,
          OpaqueValues.of(
              new SilencedFinding(
                  new ClusterKey("main"),
                  "leader-flapping",
                  "dana",
                  "the disk is ordered",
                  DrawnCluster.NOW.plus(Duration.ofDays(3650)),
                  Optional.empty())));
      here.dayIsOver.countDown();
      shard.getResult(Void.class);
    }
  },
  /** A worker lives for a day and falls silent on the next one; what it had begun is released. */
  WORKER_LIFE(WorkerNames.TYPE) {
    @Override
    void happen(SimulatedFleet here) {
      here.start(
              type(), WorkerNames.workflowId(SimulatedFleet.IDENTITY, 1), SimulatedFleet.IDENTITY)
          .getResult(Void.class);
    }
  },
  SELF_TEST(SelfTestNames.TYPE) {
    @Override
    void happen(SimulatedFleet here) {
      here.start(type(), SelfTestNames.WORKFLOW_ID).getResult(Void.class);
    }
  };

  private final String type;

  FleetStory(String type) {
    this.type = type;
  }

  /** The type of the workflow. */
  String type() {
    return type;
  }

  /** Plays it; the histories of all its runs are kept. */
  abstract void happen(SimulatedFleet here);

  /** The file of one of its runs. */
  String file(int run) {
    String number = run == 1 ? "" : "-" + run;
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + number + ".json.gz";
  }
}
