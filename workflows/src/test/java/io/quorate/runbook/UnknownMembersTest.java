package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of members that were typed wrong, where the configuration does not list the members. */
class UnknownMembersTest {
  private static final String NOBODY = "etcd-9";

  static Stream<Arguments> optionsWithMembers() {
    return Runbooks.all().stream()
        .flatMap(
            runbook ->
                runbook.options().stream()
                    .filter(option -> option.kind() == Option.Kind.MEMBERS)
                    .map(option -> Arguments.of(runbook.name(), option.name())));
  }

  @ParameterizedTest
  @MethodSource("optionsWithMembers")
  void noPlanIsMadeForAMemberThatTheClusterHasNot(String runbook, String option) {
    for (ClusterView view : List.of(whole(), withALostMember(), withoutQuorum())) {
      Options options = new Options(Map.of(option, List.of(NOBODY)));

      Prescription answer = Runbooks.prescribe(runbook, options, view, ApprovalPolicy.DEFAULT);

      assertThat(answer).as(view.toString()).isNotInstanceOf(Plan.class);
    }
  }

  private static ClusterView whole() {
    return DrawnCluster.of(3).view();
  }

  private static ClusterView withALostMember() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    return drawn.view();
  }

  private static ClusterView withoutQuorum() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.member(2).gone();
    return drawn.view();
  }
}
