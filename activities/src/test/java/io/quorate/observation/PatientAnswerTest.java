package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MembershipSource;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.RunbookReason;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PatientAnswerTest {
  private static final Instant START = Instant.parse("2026-03-01T03:04:05Z");

  private Instant now = START;
  private final List<Instant> looks = new ArrayList<>();
  private final List<String> waitedFor = new ArrayList<>();

  @Test
  void anAnswerThatTimeCannotChangeIsGivenAfterOneLook() {
    assertThat(answer(view -> new NothingToDo(RunbookReason.CLUSTER_WHOLE.because("all is well"))))
        .isEqualTo(new NothingToDo(RunbookReason.CLUSTER_WHOLE.because("all is well")));
    assertThat(looks).containsExactly(START);
    assertThat(waitedFor).isEmpty();
  }

  @Test
  void aFactThatComesWithinTenSecondsIsWaitedForSecondBySecond() {
    assertThat(answer(knownAfter(Duration.ofSeconds(3))))
        .isEqualTo(new NothingToDo(RunbookReason.CLUSTER_WHOLE.because("known")));
    assertThat(looks).hasSize(4).last().isEqualTo(START.plusSeconds(3));
    assertThat(waitedFor).containsOnly("a fact");
  }

  @Test
  void aFactThatComesLaterIsNotWaitedForAtAll() {
    assertThat(answer(knownAfter(Duration.ofSeconds(11)))).isInstanceOf(NotYet.class);
    assertThat(looks).hasSize(1);
  }

  @Test
  void aFactThatIsAlwaysAboutToComeIsGivenUpAfterTenSeconds() {
    assertThat(answer(view -> new NotYet(RunbookReason.NOT_SETTLED.because("soon"), view.at())))
        .isInstanceOf(NotYet.class);
    assertThat(now).isEqualTo(START.plusSeconds(11));
  }

  @Test
  void theCallerMayEndTheWaitAfterAnyLook() {
    PatientAnswer.Waiting impatient =
        new PatientAnswer.Waiting() {
          @Override
          public void rest(Duration pause, NotYet meanwhile) {
            now = now.plus(pause);
          }

          @Override
          public boolean isWorthIt(ClusterView view) {
            return view.at().equals(START);
          }
        };
    PatientAnswer.of(this::look, knownAfter(Duration.ofSeconds(5)), impatient);
    assertThat(looks).hasSize(2);
  }

  private static Function<ClusterView, Prescription> knownAfter(Duration time) {
    Instant until = START.plus(time);
    return view ->
        view.at().isBefore(until)
            ? new NotYet(RunbookReason.NOT_SETTLED.because("a fact"), until)
            : new NothingToDo(RunbookReason.CLUSTER_WHOLE.because("known"));
  }

  private Prescription answer(Function<ClusterView, Prescription> runbook) {
    return PatientAnswer.of(
            this::look,
            runbook,
            (pause, meanwhile) -> {
              waitedFor.add(meanwhile.because());
              now = now.plus(pause);
            })
        .prescription();
  }

  private ClusterView look(ObservationMemory before) {
    looks.add(now);
    return Voters.view(
        new ClusterKey("test"), now, Optional.empty(), MembershipSource.LINEARIZABLE, List.of());
  }
}
