package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.activity.DynamicActivity;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an activity throws that nobody expected, as the history has it. */
@Timeout(60)
class PlainFailuresTest {
  private static final String SECRET = "xoxb-do-not-store-me";

  static Stream<Throwable> unexpected() {
    return Stream.of(
        new IllegalStateException(SECRET),
        new RuntimeException("outer", new java.io.IOException(SECRET)),
        new StackOverflowError(SECRET),
        new NoClassDefFoundError(SECRET));
  }

  @ParameterizedTest
  @MethodSource("unexpected")
  void aHistoryHasASentenceAndNothingOfTheException(Throwable thrown) {
    String stored =
        stored(
            arguments -> {
              throw PlainFailuresTest.<RuntimeException>asIs(thrown);
            });
    assertThat(stored)
        .contains("Quorate met a fault of its own in RemoveMember; the worker\\'s log has it as ")
        .contains("type: \"Fault\"")
        .contains("non_retryable: true")
        .doesNotContain(SECRET, "java.", "io.quorate", "stack_trace");
  }

  /** An order that cannot be read: the message of the JSON library quotes it. */
  @Test
  void theHistoryDoesNotQuoteAnUnreadableOrder() {
    assertThat(stored(arguments -> arguments.get(0, Integer.class)))
        .contains("Quorate met a fault of its own in RemoveMember")
        .doesNotContain(SECRET, "java.", "jackson", "stack_trace");
  }

  /** Our own failures keep type and sentence. */
  @Test
  void aQuorateFailureKeepsTheSentenceAndLosesTheStackTrace() {
    assertThat(
            stored(
                arguments ->
                    Failures.translated(
                        (Supplier<String>)
                            () -> {
                              throw new io.quorate.port.Failure.Refused(
                                  "etcd-1 is not a learner", new IllegalStateException(SECRET));
                            })))
        .contains("etcd-1 is not a learner")
        .doesNotContain(SECRET, "java.", "io.quorate", "stack_trace");
  }

  private static String stored(DynamicActivity activity) {
    try (OneActivity temporal = new OneActivity(activity)) {
      return temporal.history(SECRET);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
