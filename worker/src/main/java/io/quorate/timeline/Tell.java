package io.quorate.timeline;

import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import java.time.Instant;

/** People are told: of interest only when they could not be, and when they could be again. */
final class Tell implements ActivityRead {
  private final Course course;
  private final Decoding decoding;
  private boolean away;

  Tell(Course course, Decoding decoding) {
    this.course = course;
    this.decoding = decoding;
  }

  @Override
  public void completed(Instant at, Payloads result) {
    if (away) {
      notice(at, "People could be told again.");
    }
    away = false;
  }

  @Override
  public void failed(Instant at, Failure failure) {
    if (!away) {
      notice(at, "People could not be told: " + decoding.because(failure));
    }
    away = true;
  }

  @Override
  public void calledOff(Instant at) {
    // It is never called off.
  }

  private void notice(Instant at, String sentence) {
    course.add(EntryJson.of(at, TimelineEvent.NOTICE, course.round(), sentence));
  }
}
