package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quorate.causes.CommonCause;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SilencedFinding;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import io.quorate.worker.background.PretendedVoters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** People are told of a common cause or a silence by one attempt at a time. */
class AnnouncementsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:40:00Z");
  private static final OpenCause CAUSE =
      new OpenCause(
          new CommonCause("zone=b", 60, List.of(new ClusterKey("payments")), NOW),
          NOW,
          Optional.empty());

  private final Announced channel = new Announced();
  private final PretendedVoters.Time time = new PretendedVoters().time;

  @Test
  void anAttemptWritesForLessThanTheTimeOutOfTheActivity() {
    new Announcements(Optional.of(channel), time).tell(OpaqueValues.of(CAUSE));

    assertThat(channel.causes).containsExactly(CAUSE);
    time.pass(Duration.ofSeconds(24));
    assertThat(channel.leases.getFirst().isHeld()).isTrue();
    time.pass(Duration.ofSeconds(1));
    assertThat(channel.leases.getFirst().isHeld()).isFalse();
  }

  @Test
  void aSilenceIsToldWithAuthorAndEnd() {
    SilencedFinding disk =
        new SilencedFinding(
            new ClusterKey("payments"),
            "slow-disk",
            "dana",
            "it is replaced",
            NOW.plus(Duration.ofDays(1)),
            Optional.of("etcd-1"));
    Announcements telling = new Announcements(Optional.of(channel), time);

    telling.tellSilence(OpaqueValues.of(new SaidSilence(disk, NOW, Optional.empty())));
    telling.tellSilence(OpaqueValues.of(new SaidSilence(disk, disk.until(), Optional.empty())));

    assertThat(channel.silences)
        .extracting(SaidSilence::sentence)
        .containsExactly(
            "dana silenced slow-disk of etcd-1 of payments until 2026-11-23 03:40 UTC: it is"
                + " replaced. What becomes urgent is told all the same.",
            "dana ended the silence of slow-disk of etcd-1 of payments: it is replaced."
                + " People are told again.");
  }

  @Test
  void anInstallationWithoutAChannelTellsItsLog() {
    assertThatCode(() -> new Announcements(Optional.empty(), time).tell(OpaqueValues.of(CAUSE)))
        .doesNotThrowAnyException();
  }

  /** A channel that keeps the causes. */
  private static final class Announced implements NotificationChannel {
    private final List<OpenCause> causes = new ArrayList<>();
    private final List<SaidSilence> silences = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();

    @Override
    public void announce(OpenCause cause, Lease lease) {
      causes.add(cause);
      leases.add(lease);
    }

    @Override
    public void announce(SaidSilence silence, Lease lease) {
      silences.add(silence);
    }

    @Override
    public Map<String, String> show(OperationState state, Showing showing) {
      throw new AssertionError("there is no operation here");
    }

    @Override
    public Map<String, String> show(IncidentState state, Showing showing) {
      throw new AssertionError("there is no incident here");
    }

    @Override
    public void summarise(List<Arrival> clusters, Lease lease) {
      throw new AssertionError("there is no summary here");
    }

    @Override
    public void remind(List<Waiting> matters, Lease lease) {
      throw new AssertionError("there is no reminder here");
    }
  }
}
