package io.quorate.playground.sets;

import java.io.IOException;
import java.util.List;

/**
 * Operations that somebody terminates in Temporal: the workers hand back what such an operation has
 * taken over, but not beside a member that is held.
 */
final class TerminatedOperation implements SetScenario {
  /** Temporal has to know the end for a minute, and is asked once a minute. */
  private static final int HANDED_BACK_WITHIN = 150;

  private static final String GATES = "jsonpath={.items[*].spec.schedulingGates[*].name}";
  private static final String UIDS = "jsonpath={.items[*].metadata.uid}";

  @Override
  public String name() {
    return "terminated";
  }

  @Override
  public String sentence() {
    return "somebody terminates two operations in Temporal, the second one while a member is held";
  }

  @Override
  public Layout layout(Site site) throws IOException {
    return Layout.rolling(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    betweenTwoHolds(scene);
    whileAMemberIsHeld(scene);
  }

  private static void betweenTwoHolds(SetScene scene) throws IOException, InterruptedException {
    List<String> before = uids(scene);
    begun(scene);
    scene
        .payments()
        .until(
            "a member to be started again",
            () -> {
              List<String> now = uids(scene);
              return now.size() == before.size() && !now.equals(before) && gates(scene).isEmpty();
            });
    scene.terminate();
    scene.tell("somebody terminated the operation in Temporal; no member is held");
    long end = System.nanoTime();
    scene.payments().until("the set to be handed back", () -> taken(scene).equals("RollingUpdate"));
    long seconds = (System.nanoTime() - end) / 1_000_000_000;
    scene.tell("the set has its strategy again, %d s after that".formatted(seconds));
    scene.demand(
        seconds < HANDED_BACK_WITHIN, "the set was taken over for %d s".formatted(seconds));
    scene.payments().until("the lease to go", () -> scene.leases().isEmpty());
    scene.awaitWhole();
  }

  private static void whileAMemberIsHeld(SetScene scene) throws IOException, InterruptedException {
    String operation = begun(scene);
    scene.payments().until("a member to be held", () -> !gates(scene).isEmpty());
    scene.terminate();
    scene.tell("somebody terminated the operation in Temporal while a member is held");
    scene.passes(HANDED_BACK_WITHIN);
    scene.demandSame("quorate.io/hold", gates(scene));
    scene.demandSame("OnDelete" + operation, taken(scene));
    scene.tell("the member is held as before, and its set keeps OnDelete");
    scene.carriedOut("rolling-restart");
    scene.demandSame("RollingUpdate", taken(scene));
    scene.awaitWhole();
  }

  /** The lab applied a manifest, so a person states that nobody does now. */
  private static String begun(SetScene scene) throws IOException, InterruptedException {
    scene.kubectl("annotate", "--overwrite", "statefulset", "etcd", scene.paused());
    return scene.approved("rolling-restart");
  }

  private static List<String> uids(SetScene scene) throws IOException, InterruptedException {
    return List.of(scene.kubectl("get", "pods", "-o", UIDS).split(" "));
  }

  private static String gates(SetScene scene) throws IOException, InterruptedException {
    return scene.kubectl("get", "pods", "-o", GATES).strip();
  }

  /** The update strategy of the set, and the operation that has it. */
  private static String taken(SetScene scene) throws IOException, InterruptedException {
    return scene.set("{.spec.updateStrategy.type}{.metadata.annotations.quorate\\.io/operation}");
  }
}
