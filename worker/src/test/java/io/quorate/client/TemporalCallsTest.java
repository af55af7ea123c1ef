package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.OperationState;
import io.temporal.api.common.v1.Payload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TemporalCallsTest {
  /** Jackson's own message would quote what was read, which may be secret. */
  @Test
  void aStateOfALaterReleaseIsASentenceAndNoException() {
    Payload later =
        Payload.newBuilder()
            .putMetadata("encoding", ByteString.copyFromUtf8("json/plain"))
            .setData(ByteString.copyFromUtf8("{\"phase\":\"LEVITATING\"}"))
            .build();
    try (TemporalCalls calls = new TemporalCalls()) {
      Outcome<OperationState> outcome =
          calls.within(
              Duration.ofSeconds(30),
              () ->
                  HistoryMapper.dataConverter()
                      .fromPayload(later, OperationState.class, OperationState.class));

      assertThat(outcome)
          .isEqualTo(
              Outcome.missed(
                  Outcome.Reason.NO_WORKER,
                  "A later release of Quorate answered with something that this one cannot read;"
                      + " ask with that release."));
    }
  }
}
