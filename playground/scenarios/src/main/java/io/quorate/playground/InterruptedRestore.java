package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A scenario in which a restore is aborted when its member is restored and not started. A second
 * operation finishes it as a restore: verified, approved by two people once more, with what it
 * loses. The others, which the first one held, join it then.
 */
final class InterruptedRestore extends RestoringScenario {
  private static final StartJson RECOVERY = new StartJson("majority-recovery", Map.of(), "alice");

  /** The last step before the restored member would be started. */
  private static final String RESTORE = "restore-member";

  private Optional<String> aborted = Optional.empty();

  InterruptedRestore() {
    super(
        new Restoring(
            new Synopsis(
                "interrupted-restore",
                "A restore is aborted before its member is started; a second operation finishes"
                    + " it.",
                List.of(
                    "fence-members",
                    RESTORE,
                    "start-restored",
                    "add-learner",
                    "start-member",
                    "promote-learner",
                    "drill-snapshot"),
                Map.of(),
                Optional.of(RECOVERY))));
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    restoring.killAllAfterASnapshot(cluster, before).deleteData();
    return "all three members are killed and their data is deleted; left is " + restoring.source();
  }

  @Override
  public Optional<String> asks(ShowJson operation) {
    boolean now =
        aborted.isEmpty()
            && operation.steps().stream()
                .anyMatch(step -> step.name().equals(RESTORE) && step.state().equals("running"));
    if (now) {
      aborted = Optional.of(operation.operation());
    }
    return now ? Optional.of("abort") : Optional.empty();
  }

  @Override
  public Optional<StartJson> startsAfter(ShowJson ended) {
    return aborted.filter(ended.operation()::equals).map(first -> RECOVERY);
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    return new KeptSnapshots(cluster)
        .differences(restoring.differences(before, after), 1, Set.of());
  }
}
