package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Assessment;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationNames;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.workflow.DiagnosisOrder;
import io.quorate.workflow.IncidentActivities;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders of a later release that this one cannot read, as the history has their failure. */
@Timeout(60)
class UnreadableOrdersTest {
  private static final String LATER = "9.9";
  private static final Clock CLOCK = Clock.systemUTC();

  static List<Arguments> orders() {
    Assessments looks =
        new Assessments(
            UnreadableOrdersTest::clusters,
            CLOCK,
            ApprovalPolicy.DEFAULT,
            Assessment.Channel.NONE,
            new RecentViews(),
            (order, plan) -> Optional.empty(),
            workflow -> Optional.empty());
    DiagnosisActivity diagnoses =
        new DiagnosisActivity(
            UnreadableOrdersTest::clusters,
            CLOCK,
            new RecentViews(),
            Restraints.NONE,
            workflow -> Optional.empty());
    StepActivity steps =
        new StepActivity(UnreadableOrdersTest::clusters, CLOCK, "here", new RecentViews());
    Map<String, Object> asked = Map.of("release", LATER, "cluster", "main");
    Map<String, Object> step =
        Map.of("release", LATER, "operation", "o", "cluster", "main", "digest", "d", "index", 0);
    return List.of(
        Arguments.of(looks, OperationNames.PRESCRIBE, asked, "runbook is missing"),
        Arguments.of(
            looks,
            OperationNames.WATCH,
            Map.of("asked", Map.of("cluster", "main", "runbook", "restart"), "step", step),
            "asked.options is missing"),
        Arguments.of(
            diagnoses, IncidentActivities.DIAGNOSE, Map.of("release", LATER), "cluster is missing"),
        Arguments.of(
            diagnoses,
            IncidentActivities.WATCH,
            Map.of("release", LATER, "cluster", "main", "limit", "as long as it takes"),
            "limit is missing or of another kind"),
        Arguments.of(steps, OneActivity.TYPE, step, "plan is missing"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("orders")
  void anOrderThatCannotBeReadIsRefusedOnceAndNamesTheRelease(
      Object activities, String type, Object order, String because) {
    assertThat(stored(activities, type, order))
        .contains("cannot read the order that a workflow of Quorate " + LATER + " gave: " + because)
        .contains("start a worker of that release or a later one, then retry")
        .contains("type: \"" + FailureTypes.FAULT + "\"")
        .contains("non_retryable: true")
        .doesNotContain("java.", "jackson", "stack_trace");
  }

  /** A plan may have a hole as deep as in one of its steps. */
  @Test
  void aHoleInAStepNamesTheReleaseThatMadeThePlan() {
    Map<String, Object> plan =
        Map.of("prescription", "plan", "steps", List.of(Map.of("step", "hold-member")));
    Map<String, Object> order =
        Map.of(
            "release",
            LATER,
            "operation",
            "o",
            "cluster",
            "main",
            "digest",
            "d",
            "index",
            0,
            "plan",
            plan,
            "sentence",
            "",
            "added",
            Map.of());

    assertThat(
            stored(
                new StepActivity(UnreadableOrdersTest::clusters, CLOCK, "here", new RecentViews()),
                OneActivity.TYPE,
                order))
        .contains(
            "cannot read the plan that Quorate " + LATER + " made: steps[0].member is missing")
        .contains("type: \"" + FailureTypes.FAULT + "\"")
        .doesNotContain("java.", "jackson", "stack_trace");
  }

  /** An incident closes by this type in the end, so no other fault may have the type. */
  @Test
  void aLookAtAClusterThatWasTakenOutSaysSo() {
    DiagnosisActivity diagnoses =
        new DiagnosisActivity(
            key -> {
              throw new Failure.UnknownCluster("no cluster main is configured on this worker");
            },
            CLOCK,
            new RecentViews(),
            Restraints.NONE,
            workflow -> Optional.empty());

    assertThat(
            stored(
                diagnoses,
                IncidentActivities.DIAGNOSE,
                new DiagnosisOrder(new ClusterKey("main"), DatedMemory.NONE, Optional.empty())))
        .contains("no cluster main is configured on this worker")
        .contains("type: \"" + FailureTypes.UNKNOWN_CLUSTER + "\"");
  }

  private static String stored(Object activities, String type, Object order) {
    try (OneActivity temporal = OneActivity.of(activities)) {
      return temporal.history(type, order);
    }
  }

  private static ClusterPorts clusters(ClusterKey any) {
    throw new Failure.Fault("no cluster is configured");
  }
}
