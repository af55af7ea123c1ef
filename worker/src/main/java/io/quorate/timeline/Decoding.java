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

/** Decodes payloads of events with the converter that wrote them. */
final class Decoding {
  private final DataConverter converter = HistoryMapper.dataConverter();

  <T> T first(Payloads payloads, Class<T> type) {
    return converter.fromPayloads(0, Optional.of(payloads), type, type);
  }

  <T> T value(Payload payload, Class<T> type) {
    return converter.fromPayload(payload, type, type);
  }

  /** A failure in the words that the operation uses. */
  String because(Failure failure) {
    return Reasons.ofCause(converter.failureToException(failure));
  }

  /** The time in milliseconds, the precision of the operation. */
  static Instant at(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos()).truncatedTo(ChronoUnit.MILLIS);
  }
}
