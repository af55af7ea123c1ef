package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.port;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.Platform;
import io.quorate.port.Workloads;
import io.quorate.step.Stops.EndSurvivor;
import io.quorate.workload.Trap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of a member that runs without quorum. */
class EndSurvivorExecutorTest {
  private static final MemberName SURVIVOR = new MemberName("etcd-0");

  private final List<String> calls = new ArrayList<>();

  /** The platform keeps each other stop from losing a member. */
  @ParameterizedTest
  @EnumSource(Trap.Kind.class)
  void stopsForGoodWhereTheStopWouldLoseTheMember(Trap.Kind kind) {
    end(Optional.of(new Trap(kind, "its preStop hook removes the member")));
    assertThat(calls).containsExactly(kind == Trap.Kind.STOP ? "stopForGood" : "stop");
  }

  @Test
  void stopsAnyOtherMemberAsEver() {
    end(Optional.empty());
    assertThat(calls).containsExactly("stop");
  }

  private void end(Optional<Trap> trap) {
    Workloads workloads = port(Workloads.class, (call, with) -> calls.add(call));
    StepContext context =
        PretendedContext.on(
            Voters.of(EtcdVersion.parse("3.6.16"), trap, SURVIVOR),
            answering(Platform.class, "workloads", () -> workloads));
    assertThat(new EndSurvivorExecutor().execute(new EndSurvivor(SURVIVOR), context)).isEmpty();
  }
}
