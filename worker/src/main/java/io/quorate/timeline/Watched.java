package io.quorate.timeline;

import io.quorate.operation.Phase;
import io.quorate.operation.WatchReport;
import io.quorate.wire.TimelineEvent;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;

/** The cluster is watched while people think; only a difference is told. */
record Watched(Course course, Questions questions, Decoding decoding) implements ActivityRead {
  @Override
  public void completed(Instant at, Payloads result) {
    String sentence = decoding.first(result, WatchReport.class).sentence();
    if (course.phase() == Phase.PARKED) {
      course.add(TimelineEvent.NOTICE, sentence);
    } else {
      questions.differs(sentence);
    }
  }

  @Override
  public void failed(Instant at, Failure failure) {
    // Not being able to look changes nothing.
  }

  @Override
  public void calledOff(Instant at) {
    // Somebody answered meanwhile; the answer is told.
  }
}
