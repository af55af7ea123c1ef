package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.wire.LossReport;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A restore from one snapshot: what the operation says meanwhile, and what has to be true of every
 * cluster that was restored.
 */
final class Restoring {
  /** Steps of a restore at which a worker can be killed. */
  private static final List<String> STEPS =
      List.of(
          "try-restore",
          "fence-members",
          "restore-member",
          "verify-restored",
          "start-restored",
          "add-learner",
          "start-member",
          "promote-learner",
          "drill-snapshot");

  private static final int PEOPLE = 2;

  private final Synopsis synopsis;
  private String source = "";
  private long mayLose;
  private Optional<LossReport> report = Optional.empty();
  private List<ApprovalJson> approvals = List.of();

  /** Creates the restore with the usual steps. */
  Restoring(String name, String sentence) {
    this(Synopsis.ofLostQuorum(name, sentence, STEPS));
  }

  Restoring(Synopsis synopsis) {
    this.synopsis = synopsis;
  }

  Synopsis synopsis() {
    return synopsis;
  }

  /** Saves a snapshot, awaits later writes, and kills all members: the snapshot is expected. */
  Disaster killAllAfterASnapshot(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    SavedSnapshot saved = new KeptSnapshots(cluster).save(Duration.ZERO);
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(saved.atLeast());
    expect(saved, disaster.killAll());
    return disaster;
  }

  /**
   * Remembers what has to be restored, and with it how much is lost: each write has a revision of
   * its own.
   *
   * @param last revision when the cluster ended
   */
  void expect(SavedSnapshot saved, long last) {
    source = "snapshot " + saved.file();
    mayLose = last - saved.atLeast().value();
  }

  /** Returns how many revisions came after the snapshot. */
  long mayLose() {
    return mayLose;
  }

  /** Returns the snapshot as the report names it, such as {@code snapshot ...}. */
  String source() {
    return source;
  }

  /** Hears what the operation says now. */
  void look(ShowJson operation) {
    report = operation.report().or(() -> report);
    approvals = operation.approvals();
  }

  /** Returns what differs from a restore of all members from it, which two people approved. */
  List<String> differences(Inspection before, Inspection after) {
    List<String> differences = new ArrayList<>();
    if (after.otherIdsThan(before).size() != before.members().size()) {
      differences.add("not all members are of a new cluster: " + after.otherIdsThan(before));
    }
    String chosen = report.map(LossReport::source).orElse("nothing");
    if (!chosen.equals(source)) {
      differences.add("it was announced to go on with " + chosen + ", not with " + source);
    }
    if (approvals.stream().noneMatch(Restoring::isOfTwo)) {
      differences.add("no two people approved the restore: " + approvals);
    }
    return differences;
  }

  private static boolean isOfTwo(ApprovalJson approval) {
    return approval.needed() == PEOPLE
        && approval.typed().isPresent()
        && approval.decisions().stream().map(ShowJson.DecisionJson::by).distinct().count()
            == PEOPLE;
  }
}
