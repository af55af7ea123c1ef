package io.quorate.timeline;

import com.google.protobuf.Timestamp;
import io.quorate.history.HistoryMapper;
import io.quorate.workflow.Reasons;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Decodes payloads of events with the converter that wrote them. A payload of a later release that
 * cannot be read is an {@link UnreadPayload}.
 */
final class Decoding {
  private final DataConverter converter = HistoryMapper.dataConverter();

  <T> T first(Payloads payloads, Class<T> type) {
    return value(
        payloads.getPayloadsCount() == 0 ? Payload.getDefaultInstance() : payloads.getPayloads(0),
        type);
  }

  <T> T value(Payload payload, Class<T> type) {
    T read;
    try {
      read = converter.fromPayload(payload, type, type);
    } catch (DataConverterException unknown) {
      throw UnreadPayload.of(payload, type);
    }
    if (read == null) {
      throw UnreadPayload.of(payload, type);
    }
    return read;
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
