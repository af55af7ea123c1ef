package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Request;
import org.junit.jupiter.api.Test;

/** Answer to a take that goes to the operation and to the incident of a cluster. */
class TakesTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Outcome<Request.Answer> COUNTED =
      new Outcome.Done<>(new Request.Answer(true, "You are on it."));
  private static final Outcome<Request.Answer> NONE =
      Outcome.missed(Outcome.Reason.UNKNOWN, "Temporal has no such execution running.");
  private static final Outcome<Request.Answer> SILENT =
      Outcome.missed(Outcome.Reason.UNREACHABLE, "Temporal did not answer within 5 s.");

  @Test
  void nothingWaitsOnlyWhereNeitherIsOpen() {
    assertThat(sentence(Takes.answer(PAYMENTS, NONE, NONE))).contains("so nothing waits.");
    assertThat(sentence(Takes.answer(PAYMENTS, NONE, SILENT)))
        .doesNotContain("nothing waits")
        .startsWith("Not confirmed yet: the incident of payments did not answer")
        .endsWith("The take may still count.");
  }

  @Test
  void aSilentOperationIsNamedBesideTheIncidentThatCounts() {
    Outcome<Request.Answer> answer = Takes.answer(PAYMENTS, SILENT, COUNTED);

    assertThat(answer).isInstanceOf(Outcome.Done.class);
    assertThat(sentence(answer))
        .startsWith("You are on it. The operation of payments did not answer; until it does");
  }

  @Test
  void aTakeCountsWhereOnlyOneOfOperationAndIncidentIsOpen() {
    Outcome<Request.Answer> refused =
        new Outcome.Done<>(new Request.Answer(false, "Not recorded."));

    assertThat(sentence(Takes.answer(PAYMENTS, NONE, COUNTED))).isEqualTo("You are on it.");
    assertThat(sentence(Takes.answer(PAYMENTS, refused, COUNTED))).isEqualTo("You are on it.");
    assertThat(sentence(Takes.answer(PAYMENTS, refused, NONE))).isEqualTo("Not recorded.");
  }

  private static String sentence(Outcome<Request.Answer> outcome) {
    return switch (outcome) {
      case Outcome.Done<Request.Answer> done -> done.value().sentence();
      case Outcome.Missed<Request.Answer> missed -> missed.sentence();
    };
  }
}
