package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PulseTest {
  private static final MemberName FIRST = new MemberName("etcd-0");
  private static final MemberName SECOND = new MemberName("etcd-1");
  private static final MemberStatus ANSWER =
      MemberStatus.assumed(new MemberId(1), new ClusterId(1), new EtcdVersion(3, 6, 0));
  private static final Silence SILENCE = new Silence.TimedOut("etcd-0 does not answer");

  @Test
  void membersStandInTheOrderOfTheirNames() {
    var pulse = new Pulse(Instant.EPOCH, Map.of(SECOND, ANSWER, FIRST, ANSWER), Map.of());
    assertThat(pulse.answers()).containsOnlyKeys(FIRST, SECOND);
    assertThat(pulse.answers().keySet()).containsExactly(FIRST, SECOND);
  }

  @Test
  void noMemberBothAnswersAndIsSilent() {
    assertThatThrownBy(
            () -> new Pulse(Instant.EPOCH, Map.of(FIRST, ANSWER), Map.of(FIRST, SILENCE)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
