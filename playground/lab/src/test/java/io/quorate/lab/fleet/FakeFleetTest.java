package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FakeFleetTest {
  @Test
  void eachAddressAnswersAsAMemberOfItsOwn() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      for (FleetAddress member :
          new FleetAddress[] {
            new FleetAddress(0, 0), new FleetAddress(0, 2), new FleetAddress(9_999, 1)
          }) {
        UnknownFieldSet answer = RawStatus.ask(member.host(), fleet.port(), 3_000);
        UnknownFieldSet header =
            RecordedStatus.fields(
                answer
                    .getField(RecordedStatus.HEADER)
                    .getLengthDelimitedList()
                    .getFirst()
                    .toByteArray());
        assertThat(header.getField(RecordedStatus.CLUSTER_ID).getVarintList())
            .containsExactly(member.clusterId());
        assertThat(header.getField(RecordedStatus.MEMBER_ID).getVarintList())
            .containsExactly(member.memberId());
        assertThat(answer.getField(RecordedStatus.LEADER).getVarintList())
            .containsExactly(new FleetAddress(member.cluster(), 0).memberId());
      }
      assertThat(fleet.counts().members()).isEqualTo(3);
    }
  }

  @Test
  void aLostZoneHangsAndTheOthersAnswer() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 2), Optional.empty())) {
      fleet.troubles().lose(1);
      assertThat(ask(fleet, new FleetAddress(2, 0))).isNotNull();
      assertThatThrownBy(() -> RawStatus.ask(new FleetAddress(3, 0).host(), fleet.port(), 500))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              late ->
                  assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
      fleet.troubles().bringBack(1);
      assertThat(ask(fleet, new FleetAddress(3, 0))).isNotNull();
    }
  }

  @Test
  void aLostMemberHangsInAllClustersAndTheOthersAnswer() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      fleet.troubles().loseMember(1);
      assertThat(ask(fleet, new FleetAddress(2, 0))).isNotNull();
      for (int cluster = 2; cluster < 4; cluster++) {
        FleetAddress lost = new FleetAddress(cluster, 1);
        assertThatThrownBy(() -> RawStatus.ask(lost.host(), fleet.port(), 500))
            .isInstanceOf(StatusRuntimeException.class);
      }
    }
  }

  @Test
  void aResetBreaksTheConnection() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 1_000, 1), Optional.empty())) {
      assertThatThrownBy(() -> ask(fleet, new FleetAddress(3, 0)))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              broken -> {
                assertThat(broken.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                assertThat(broken).hasRootCauseMessage("Connection reset");
              });
    }
  }

  private static UnknownFieldSet ask(FakeFleet fleet, FleetAddress member) {
    return RawStatus.ask(member.host(), fleet.port(), 3_000);
  }
}
