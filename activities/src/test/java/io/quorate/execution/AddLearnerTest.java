package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Membership;
import io.quorate.step.Joins.AddLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A learner that is added while a downgrade is enabled can never start, and keeps the downgrade
 * from its end (docs/etcd.md#traps-of-a-downgrade). A voter of 3.5 tells of it only where it is
 * asked, and etcd ends a downgrade within seconds once nothing is in its way, so the real thing
 * cannot be held in that state.
 */
class AddLearnerTest {
  private static final MemberName VOTER = new MemberName("etcd-0");
  private static final MemberName NEWCOMER = new MemberName("etcd-1");
  private static final AddLearner STEP = new AddLearner(NEWCOMER, "http://etcd-1:2380");

  private final List<String> calls = new ArrayList<>();
  private Supplier<Boolean> downgradeEnabled = () -> false;

  @Test
  void noLearnerIsAddedWhileAVoterOf35ReportsADowngrade() {
    downgradeEnabled = () -> true;
    assertThatThrownBy(() -> addBesideA("3.5.35"))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("etcd-0 tells that a downgrade is enabled");
    assertThat(calls).containsExactly("asked");
  }

  @Test
  void aLearnerIsAddedOnceTheVoterReportsNoDowngrade() {
    addBesideA("3.5.35");
    assertThat(calls).containsExactly("asked", "added");
  }

  /** Where peers have a CA of their own no replacement could ever be made otherwise. */
  @Test
  void aLearnerIsAddedWhereTheVoterCannotBeAsked() {
    downgradeEnabled =
        () -> {
          throw new Failure.Transient("the peer URL of etcd-0 does not know our certificate");
        };
    addBesideA("3.5.35");
    assertThat(calls).containsExactly("asked", "added");
  }

  /** It would have told in its status, which the guard has read. */
  @Test
  void aVoterOf36IsNotAsked() {
    downgradeEnabled = () -> true;
    addBesideA("3.6.16");
    assertThat(calls).containsExactly("added");
  }

  private void addBesideA(String version) {
    StepContext context =
        PretendedContext.on(
            Voters.of(EtcdVersion.parse(version), VOTER),
            answering(Membership.class, "addLearner", this::added),
            answering(Downgrade.class, "isEnabled", this::asked));
    MembershipExecutors.addLearner(STEP, context);
  }

  private Object added() {
    calls.add("added");
    return Voters.listing(NEWCOMER);
  }

  private Object asked() {
    calls.add("asked");
    return downgradeEnabled.get();
  }
}
