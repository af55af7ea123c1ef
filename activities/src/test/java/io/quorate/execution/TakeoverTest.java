package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.plan.StepResult;
import io.quorate.plan.StepResult.Outcome;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Takeover;
import io.quorate.step.Bracket.HandBackWorkloads;
import io.quorate.step.Bracket.TakeOverWorkloads;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The takeover of workloads through the guard, with a stand-in for the platform's controller. */
class TakeoverTest {
  private static final TakeOverWorkloads TAKE_OVER = new TakeOverWorkloads("StatefulSet etcd");
  private static final HandBackWorkloads HAND_BACK = new HandBackWorkloads("StatefulSet etcd");

  private final SlowHashes cluster = new SlowHashes(Duration.ZERO);
  private final Controller controller = new Controller();

  TakeoverTest() {
    cluster.takeover = controller;
  }

  /** A controller that is told by one note whether it may start members. */
  private static final class Controller implements Takeover {
    private final List<Holder> changes = new ArrayList<>();
    private Holder holder = Holder.PLATFORM;
    private boolean answersChanges = true;

    @Override
    public Optional<WorkloadControl> look() {
      return Optional.of(new WorkloadControl("StatefulSet etcd", holder, "held by " + holder));
    }

    @Override
    public void takeOver(Permit permit) {
      change(Holder.QUORATE, permit);
    }

    @Override
    public void handBack(Permit permit) {
      change(Holder.PLATFORM, permit);
    }

    private void change(Holder to, Permit permit) {
      permit.use();
      holder = to;
      changes.add(to);
      if (!answersChanges) {
        throw new Failure.Unknown("the connection broke off");
      }
    }
  }

  @Test
  void aStepThatRunsAgainFindsItsEffect() {
    assertThat(cluster.execute(TAKE_OVER).outcome()).isEqualTo(Outcome.DONE);
    assertThat(cluster.execute(TAKE_OVER).outcome()).isEqualTo(Outcome.ALREADY_DONE);
    assertThat(cluster.execute(HAND_BACK).outcome()).isEqualTo(Outcome.DONE);
    assertThat(cluster.execute(HAND_BACK).outcome()).isEqualTo(Outcome.ALREADY_DONE);
    assertThat(controller.changes).containsExactly(Holder.QUORATE, Holder.PLATFORM);
  }

  @Test
  void aChangeWithoutAnAnswerIsLookedFor() {
    controller.answersChanges = false;

    StepResult result = cluster.execute(TAKE_OVER);

    assertThat(result.outcome()).isEqualTo(Outcome.DONE);
    assertThat(result.evidence()).isEqualTo("held by QUORATE");
  }

  @Test
  void theWorkloadsAreHandedBackWhileNoMemberAnswers() {
    assertThat(cluster.execute(TAKE_OVER).outcome()).isEqualTo(Outcome.DONE);
    for (int number = 0; number < 3; number++) {
      cluster.gone.add(new MemberName("etcd-" + number));
    }

    assertThat(cluster.execute(HAND_BACK).outcome()).isEqualTo(Outcome.DONE);
    assertThat(controller.holder).isEqualTo(Holder.PLATFORM);
  }

  @Test
  void refusesTheTakeoverOnAPlatformWithoutAController() {
    cluster.takeover = Takeover.NOT_NEEDED;

    assertThatThrownBy(() -> cluster.execute(TAKE_OVER))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage("the platform of this cluster has no StatefulSet etcd");
  }
}
