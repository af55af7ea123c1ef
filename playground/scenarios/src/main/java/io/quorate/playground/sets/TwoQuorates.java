package io.quorate.playground.sets;

import io.quorate.playground.operated.Operated;
import java.io.IOException;

/**
 * A second Quorate with a Temporal of its own that wants to change the cluster at the same time.
 */
final class TwoQuorates implements SetScenario {
  @Override
  public String name() {
    return "two-quorates";
  }

  @Override
  public String sentence() {
    return "two Quorates with a Temporal each restart the same members at the same time";
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    Operated other = scene.another();
    String second = other.asked("rolling-restart");
    scene.tell("a second Quorate asks for a yes to restart the members");
    String first = scene.approved("rolling-restart");
    scene.payments().until("the lease", () -> !scene.leases().isEmpty());
    scene.tell("the first Quorate has the lease of " + scene.leases());

    other.approve(second, "--as", "dana");
    other.until("the second one to be refused", () -> other.operation(second).hasParked());
    String why = other.operation(second).because();
    scene.tell("the second Quorate says: " + why);
    scene.demand(
        why.contains("another Quorate operates this cluster: its operation " + first),
        "the second Quorate says: " + why);

    scene.restartProduct();
    scene.tell("the first Quorate is killed, and goes on without waiting for its own lease");
    other.quorate().run("abort", second, "--as", "dana").good();
    scene.ends(first);
    scene.awaitWhole();
    scene.demand(scene.leases().isEmpty(), "a lease is left: " + scene.leases());
    other.done("rolling-restart");
    scene.tell("now the second Quorate has restarted the members");
    scene.awaitWhole();
  }
}
