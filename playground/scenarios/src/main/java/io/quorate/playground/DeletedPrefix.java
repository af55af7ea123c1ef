package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario in which somebody deletes a prefix. The cluster works, and people have it go back to
 * the snapshot of before: what was written since is thrown away, which two people read before.
 */
final class DeletedPrefix extends RestoringScenario {
  private static final String PREFIX = "/payments/accounts/";
  private static final String KEY = PREFIX + "1";
  private static final String VALUE = "4711";
  private static final String TAKE_DOWN = "take-down";

  /** Revisions that clients may write between the last look and the stop. */
  private static final long BETWEEN = 1_000;

  private Optional<SavedSnapshot> saved = Optional.empty();

  DeletedPrefix() {
    super(
        new Restoring(
            new Synopsis(
                "wrong-data",
                "Somebody deletes a prefix; the cluster works, and goes back to the snapshot of"
                    + " before.",
                List.of(
                    "try-restore",
                    TAKE_DOWN,
                    "leave-old-directory",
                    "restore-member",
                    "verify-restored",
                    "start-restored",
                    "add-learner",
                    "start-member",
                    "promote-learner",
                    "drill-snapshot"),
                Map.of(),
                Optional.empty())));
  }

  @Override
  public long changes() {
    return 2; // the value, and its deletion
  }

  @Override
  public Optional<StartJson> start() {
    return Optional.of(
        new StartJson(
            "majority-recovery",
            Map.of(
                "snapshot", List.of(saved.orElseThrow().file()),
                "because-data-is-wrong", List.of(PREFIX + " was deleted")),
            "alice"));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember any = cluster.members().getFirst();
    require(cluster.etcdctlAt(any, "put", KEY, VALUE));
    SavedSnapshot of = new KeptSnapshots(cluster).save(Duration.ZERO);
    saved = Optional.of(of);
    new Disaster(cluster, before).awaitWritesAfter(of.atLeast());
    require(cluster.etcdctlAt(any, "del", "--prefix", PREFIX));
    expect(cluster);
    return "somebody deletes " + PREFIX + "; kept is the snapshot of before, " + of.file();
  }

  private static void require(Command.Finished command) throws IOException {
    if (!command.succeeded()) {
      throw new IOException(command.output().strip());
    }
  }

  /** Clients write on until the members are stopped, and all of that is thrown away. */
  private void expect(EtcdCluster cluster) throws InterruptedException {
    for (EtcdMember member : cluster.members()) {
      try {
        long now = EndpointStatus.of(cluster, member).revision();
        restoring.expect(saved.orElseThrow(), now + BETWEEN);
        return;
      } catch (IOException stopped) {
        // The next one may answer still; if none does, what was expected before stands.
      }
    }
  }

  /** Whether clients may write still; the worker may be killed between the stops. */
  private static boolean isUp(ShowJson operation) {
    return operation.openApproval().isPresent()
        || operation.steps().stream()
            .anyMatch(step -> step.name().equals(TAKE_DOWN) && step.state().equals("running"));
  }

  @Override
  public void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    restoring.look(operation);
    if (isUp(operation)) {
      try {
        expect(cluster);
      } catch (InterruptedException calledOff) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    String found = cluster.etcdctlAt(cluster.members().getFirst(), "get", KEY).output();
    if (!found.contains(VALUE)) {
      differences.add(KEY + " has not come back: " + found.strip());
    }
    if (LostMember.setAsideIn(cluster).size() != cluster.members().size()) {
      differences.add("not all data is kept: " + LostMember.setAsideIn(cluster));
    }
    return differences;
  }
}
