package io.quorate.execution;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Revision;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership that Quorate made by itself, written into the record of the cluster at once: a later
 * look does not take it for a member that was forced into a cluster of its own.
 */
final class RecordUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(RecordUpdate.class);

  private RecordUpdate() {}

  /**
   * Records the members that only the files of stopped members name, before the first of these
   * files may be set aside. A failure ends the step: without a record nobody could go on.
   */
  static void rememberFiles(ClusterPorts ports, ClusterView view) {
    if (view.source() == MembershipSource.FILES) {
      ports
          .records()
          .ifPresent(
              records ->
                  records.update(ports.cluster(), known -> new Recorder(view).readInFiles(known)));
    }
  }

  /**
   * Records the revision up to which nobody but Quorate changed a key of a restored cluster. A
   * failure to write the record stops no step. The restore cannot be undone after such a failure.
   */
  static void unwritten(
      ClusterPorts ports, Optional<ClusterId> restored, Revision upTo, Instant seen) {
    restored.ifPresent(
        id ->
            ifPossible(
                ports,
                "with which revision it began",
                known -> known.unwritten(id, new HighWaterMark(upTo.value(), seen))));
  }

  /**
   * Records that a member is started with its data while quorum is lost. A record that cannot be
   * written does not stop the start: a later plan then does not know of that start.
   */
  static void tried(ClusterPorts ports, MemberName member, Instant now) {
    ifPossible(ports, "the start of " + member, known -> known.tried(member, now));
  }

  /** Records that the process of a member ended right after such a start. */
  static void startedInVain(ClusterPorts ports, MemberName member, Instant now) {
    ifPossible(ports, "the start of " + member, known -> known.startedInVain(member, now));
  }

  /** Records a membership as planned; one that cannot be written undoes no step. */
  static void record(ClusterPorts ports, ClusterView view) {
    ifPossible(ports, "who its members are now", known -> new Recorder(view).changed(known));
  }

  /** Records that a plan removed a member from as many voters, to add it again. */
  static void removed(ClusterPorts ports, MemberId member, int voters) {
    ifPossible(ports, "that " + member + " was removed", known -> known.removed(member, voters));
  }

  private static void ifPossible(
      ClusterPorts ports, String what, UnaryOperator<ClusterRecord> change) {
    try {
      ports.records().ifPresent(records -> records.update(ports.cluster(), change));
    } catch (Failure unwritten) {
      LOG.warn("{} is not in the record of {}: {}", what, ports.cluster(), unwritten.getMessage());
    }
  }
}
