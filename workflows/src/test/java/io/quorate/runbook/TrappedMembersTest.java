package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.adoption.AdoptRunbook;
import io.quorate.view.ClusterView;
import io.quorate.workload.Hang;
import io.quorate.workload.Trap;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clusters whose members a stop would lose, in all kinds of trouble. */
class TrappedMembersTest {
  private static final Trap TRAP = new Trap(Trap.Kind.STOP, "its preStop hook removes the member");

  static Stream<Arguments> runbooksInTrouble() {
    Map<String, Consumer<DrawnCluster>> troubles =
        Map.of(
            "none",
            drawn -> {},
            "no space",
            drawn -> raise(drawn, Alarm.Kind.NOSPACE),
            "corrupt",
            drawn -> {
              drawn.member(1).hash = 4242;
              drawn.compared = true;
              raise(drawn, Alarm.Kind.CORRUPT);
            },
            "hung",
            drawn -> {
              drawn.member(1).hung(Hang.Kind.STOPPED);
              drawn.member(1).silentFor = Duration.ofMinutes(1);
            },
            "gone",
            drawn -> drawn.member(1).gone(),
            "mixed versions",
            drawn -> drawn.member(1).version = EtcdVersion.parse("3.5.35"),
            "quorum lost",
            drawn -> {
              drawn.member(0).leads = false;
              drawn.member(0).followsNobody = true;
              drawn.member(1).gone();
              drawn.member(2).gone();
              drawn.source = MembershipSource.LOCAL;
            });
    return troubles.keySet().stream()
        .flatMap(
            trouble ->
                Runbooks.all().stream()
                    .map(Runbook::name)
                    .filter(name -> !name.equals("undo"))
                    .map(name -> Arguments.of(trouble, troubles.get(trouble), name)));
  }

  private static void raise(DrawnCluster drawn, Alarm.Kind kind) {
    drawn.member(1).alarms.add(kind);
    drawn.alarms.add(new Alarm(kind, Optional.of(drawn.member(1).id)));
  }

  @ParameterizedTest(name = "{2} with trouble: {0}")
  @MethodSource("runbooksInTrouble")
  void noRefusalSendsPeopleInACircle(String trouble, Consumer<DrawnCluster> draw, String runbook) {
    DrawnCluster drawn = DrawnCluster.of(3);
    for (DrawnMember member : drawn.members) {
      member.trap = Optional.of(TRAP);
    }
    draw.accept(drawn);
    drawn.control = Optional.of(new WorkloadControl("StatefulSet etcd", Holder.PLATFORM, "told"));
    ClusterView view = drawn.view();

    boolean toBeAdopted =
        prescribed(runbook, view) instanceof Refusal refusal
            && refusal.reason().code().equals("to-be-adopted");
    if (toBeAdopted && prescribed(AdoptRunbook.NAME, view) instanceof Refusal refusal) {
      assertThat(refusal.reason().todo()).noneMatch(one -> one.contains("start " + runbook));
    }
  }

  private static Prescription prescribed(String runbook, ClusterView view) {
    Map<String, List<String>> options =
        switch (runbook) {
          case "scale" -> Map.of("members", List.of("1"));
          case "planned-migration" -> Map.of("member", List.of("etcd-1"));
          default -> Map.of();
        };
    return Runbooks.prescribe(runbook, new Options(options), view, ApprovalPolicy.DEFAULT);
  }
}
