package io.quorate.timeline;

import com.google.protobuf.Timestamp;
import io.quorate.history.HistoryMapper;
import io.quorate.workflow.Reasons;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads what is in events with the converter that wrote it. */
final class Decoding {
  private final DataConverter converter = HistoryMapper.dataConverter();

  <T> T first(Payloads payloads, Class<T> type) {
    return converter.fromPayloads(0, Optional.of(payloads), type, type);
  }

  <T> T value(Payload payload, Class<T> type) {
    return converter.fromPayload(payload, type, type);
  }

  /** In the words in which the operation itself tells it. */
  String because(Failure failure) {
    return Reasons.ofCause(converter.failureToException(failure));
  }

  /** In milliseconds, as the operation counts. */
  static Instant at(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos()).truncatedTo(ChronoUnit.MILLIS);
  }
}
