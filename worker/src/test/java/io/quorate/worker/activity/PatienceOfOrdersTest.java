package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.StepOrder;
import io.quorate.plan.Plan;
import io.quorate.port.Failure;
import io.quorate.step.Joins.StartMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long the attempts at a step wait for its condition, on a small and on a large cluster. */
@Timeout(60)
class PatienceOfOrdersTest {
  private static final ClusterKey CLUSTER = new ClusterKey("main");
  private static final MemberName NEWCOMER = new MemberName("etcd-1");

  @Test
  void aStepOnALargeDatabaseIsWaitedForAsLongAsItsOrderSays() {
    assertThat(storedAfterAQuarterOfAnHour(1536L << 20))
        .contains("not yet there")
        .doesNotContain("non_retryable: true");
  }

  @Test
  void onASmallOnePeopleAreAsked() {
    assertThat(storedAfterAQuarterOfAnHour(1 << 20)).contains("non_retryable: true");
  }

  private static String storedAfterAQuarterOfAnHour(long databaseBytes) {
    StepActivity steps =
        new StepActivity(
            any -> {
              throw new Failure.NotYet("not yet there");
            },
            quarterOfAnHourALook(),
            "here",
            new RecentViews());
    try (OneActivity temporal = new OneActivity(steps)) {
      return temporal.history(order(databaseBytes));
    }
  }

  private static Clock quarterOfAnHourALook() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    InstantSource hasty = () -> now.updateAndGet(last -> last.plus(Duration.ofMinutes(15)));
    return hasty.withZone(ZoneOffset.UTC);
  }

  private static StepOrder order(long databaseBytes) {
    Plan plan =
        new Plan(
            "minority-replace",
            Map.of(),
            "Replace etcd-1 of main",
            view(databaseBytes),
            List.of(new StartMember(NEWCOMER)),
            List.of(),
            "");
    return new StepOrder(
        "main-replace.12345678",
        CLUSTER,
        "9.9",
        plan.digest(),
        OpaqueValues.of(plan),
        "Start etcd-1 as a learner",
        0,
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** One voter that leads. */
  private static ClusterView view(long databaseBytes) {
    MemberId id = new MemberId(1);
    EtcdVersion version = new EtcdVersion(3, 6, 16);
    ClusterId cluster = new ClusterId(7);
    MemberStatus status =
        new MemberStatus(
            id,
            cluster,
            version,
            false,
            Optional.of(id),
            2,
            100,
            100,
            new Revision(50),
            databaseBytes,
            databaseBytes,
            List.of(),
            StorageStatus.UNKNOWN);
    Member voter =
        new Member(
            new MemberName("etcd-0"),
            Optional.empty(),
            Optional.of(new MembershipEntry(id, "etcd-0", false, List.of(), List.of())),
            Optional.of(status),
            Optional.empty(),
            PeerActivity.ACTIVE,
            Workload.running("pid 4711", new Run("4711", "pid 4711")),
            DataDirectory.of(DataDirectory.State.PRESENT),
            Optional.empty(),
            Optional.empty(),
            Optional.of(version.line()),
            Installation.UNKNOWN,
            Optional.empty());
    return new ClusterView(
        CLUSTER,
        Instant.EPOCH,
        Optional.of(cluster),
        MembershipSource.LINEARIZABLE,
        List.of(voter),
        List.of(),
        Instant.EPOCH,
        Optional.empty(),
        Duration.ZERO,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
