package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.plan.StepResult;
import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.ConfirmedList;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Removals.RetireMember;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that Quorate takes out itself, and what is remembered of the cluster then. */
class RecordUpdateTest {
  @TempDir Path directory;

  @Test
  void theStepThatRemovesAMemberRecordsTheRemainingMembers() {
    var records = SnapshotPlace.in(directory, Clock.systemUTC()).records();
    SlowHashes cluster = new SlowHashes(Duration.ZERO);
    cluster.records = Optional.of(records);
    retire(cluster, "etcd-2");
    assertThat(listed(records)).containsExactly("etcd-0", "etcd-1");
    retire(cluster, "etcd-1");
    assertThat(listed(records)).containsExactly("etcd-0");
    assertThat(record(records).incarnations()).as("it is the same history").hasSize(1);
    assertThat(record(records).current().orElseThrow().left())
        .as("taken out while they worked, so nobody misses them")
        .isNotEmpty()
        .allMatch(member -> member.removedFrom().isEmpty());
  }

  @Test
  void theStepThatRemovesALostMemberRecordsFromHowManyVoters() {
    var records = SnapshotPlace.in(directory, Clock.systemUTC()).records();
    SlowHashes cluster = new SlowHashes(Duration.ZERO);
    cluster.records = Optional.of(records);
    retire(cluster, "etcd-2");
    retire(cluster, "etcd-1");
    MemberName member = new MemberName("etcd-1");
    StepResult again = cluster.execute(new RemoveMember(member, SlowHashes.id(member)));
    assertThat(again.outcome()).isEqualTo(StepResult.Outcome.ALREADY_DONE);
    assertThat(record(records).current().orElseThrow().left())
        .singleElement()
        .satisfies(left -> assertThat(left.removedFrom()).contains(2));
  }

  private static void retire(SlowHashes cluster, String name) {
    MemberName member = new MemberName(name);
    StepResult result = cluster.execute(new RetireMember(member, SlowHashes.id(member)));
    assertThat(result.outcome()).isEqualTo(StepResult.Outcome.DONE);
  }

  private static ClusterRecord record(ClusterRecords records) {
    return records.read(new ClusterKey("test")).record().orElseThrow();
  }

  private static List<String> listed(ClusterRecords records) {
    return record(records).current().flatMap(one -> one.confirmed()).stream()
        .map(ConfirmedList::entries)
        .flatMap(List::stream)
        .map(MembershipEntry::name)
        .sorted()
        .toList();
  }
}
