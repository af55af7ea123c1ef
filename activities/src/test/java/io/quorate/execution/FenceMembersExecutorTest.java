package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.Workloads;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Holds.HoldMember;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A fence around members on several hosts. */
class FenceMembersExecutorTest {
  private static final List<MemberName> ALL =
      List.of(new MemberName("etcd-0"), new MemberName("etcd-1"), new MemberName("etcd-2"));

  private final Set<MemberName> held = new ConcurrentSkipListSet<>();
  private Hold hold = held::add;

  /** Answer of a host on which a member is to be held. */
  private interface Hold {
    void member(MemberName name) throws Exception;
  }

  /** A host that answers late keeps the others from nothing. */
  @Test
  void allMembersAreHeldAtTheSameTime() {
    CyclicBarrier together = new CyclicBarrier(ALL.size());
    hold =
        member -> {
          together.await(30, TimeUnit.SECONDS);
          held.add(member);
        };
    fence(Voters.of(EtcdVersion.parse("3.6.16"), ALL.toArray(MemberName[]::new)));
    assertThat(held).containsExactlyElementsOf(ALL);
  }

  @Test
  void aHostThatFailsFailsTheStepOnceTheOthersAreHeld() {
    hold =
        member -> {
          if (member.equals(ALL.getFirst())) {
            throw new Failure.Transient("the host of etcd-0 does not answer");
          }
          held.add(member);
        };
    assertThatThrownBy(
            () -> fence(Voters.of(EtcdVersion.parse("3.6.16"), ALL.toArray(MemberName[]::new))))
        .as("two are held, so nobody may be told that nothing was changed")
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining(
            "2 of 3 members are held, the others not: the host of etcd-0 does not answer");
    assertThat(held).containsExactly(ALL.get(1), ALL.get(2));
  }

  @Test
  void aFenceThatHoldsNoMemberFailsWithTheCause() {
    hold =
        member -> {
          throw new Failure.Refused("sudo is not allowed on the host of " + member);
        };
    assertThatThrownBy(
            () -> fence(Voters.of(EtcdVersion.parse("3.6.16"), ALL.toArray(MemberName[]::new))))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("host of etcd-0");
  }

  /** The worker died in the middle: what is held is left as it is. */
  @Test
  void aMemberThatIsHeldAlreadyIsNotHeldAgain() {
    ClusterView view =
        new HoldMember(ALL.get(1))
            .project(Voters.of(EtcdVersion.parse("3.6.16"), ALL.toArray(MemberName[]::new)));
    fence(view);
    assertThat(held).containsExactly(ALL.get(0), ALL.get(2));
  }

  private void fence(ClusterView view) {
    Workloads workloads =
        port(
            Workloads.class,
            (call, with) -> {
              assertThat(call).isEqualTo("hold");
              hold.member((MemberName) with[0]);
              return "held";
            });
    StepContext context =
        PretendedContext.on(view, answering(Platform.class, "workloads", () -> workloads));
    assertThat(new FenceMembersExecutor().execute(new FenceMembers(ALL), context)).isEmpty();
  }
}
