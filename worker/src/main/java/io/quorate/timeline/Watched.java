package io.quorate.timeline;

import io.quorate.operation.Phase;
import io.quorate.operation.WatchReport;
import io.quorate.wire.TimelineEvent;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;

/**
 * Reads the activity that watches the cluster while people think; only a difference has an entry.
 */
record Watched(TimelineBuilder builder, Questions questions, Decoding decoding)
    implements ActivityRead {
  @Override
  public void completed(Instant at, Payloads result) {
    WatchReport report = decoding.first(result, WatchReport.class);
    if (builder.phase() == Phase.PARKED || report.back().isPresent()) {
      builder.add(TimelineEvent.NOTICE, report.sentence());
    } else {
      questions.differs(report.sentence());
    }
  }

  @Override
  public void failed(Instant at, Failure failure) {
    // A failure to look changes nothing.
  }

  @Override
  public void calledOff(Instant at) {
    // A decision arrived meanwhile; its answer has an entry of its own.
  }
}
