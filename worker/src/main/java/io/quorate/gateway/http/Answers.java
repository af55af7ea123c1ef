package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.Outcome;
import io.quorate.wire.ErrorJson;
import io.quorate.wire.RequestJson;
import java.util.function.Function;

/** Outcomes as HTTP answers. */
final class Answers {
  private Answers() {}

  /** Answers with 200 and the value's JSON, or with the status that says why there is none. */
  static <T> void send(Context http, Outcome<T> outcome, Function<T, Object> json) {
    switch (outcome) {
      case Outcome.Done<T> done -> Bodies.write(http, 200, json.apply(done.value()));
      case Outcome.Missed<T> missed -> missed(http, missed);
    }
  }

  static <T> void missed(Context http, Outcome.Missed<T> missed) {
    switch (missed.reason()) {
      case UNKNOWN -> problem(http, 404, missed.sentence());
      case NO_WORKER, UNREACHABLE -> problem(http, 503, missed.sentence());
      case UNCONFIRMED, RECORDED ->
          Bodies.write(http, 202, new RequestJson.Answer(false, missed.sentence()));
    }
  }

  static void problem(Context http, int status, String sentence) {
    Bodies.write(http, status, new ErrorJson(sentence));
  }

  /** Returns the value; throws the {@link HttpProblem} that says why there is none. */
  static <T> T need(Outcome<T> outcome) {
    return switch (outcome) {
      case Outcome.Done<T> done -> done.value();
      case Outcome.Missed<T> missed ->
          throw new HttpProblem(
              missed.reason() == Outcome.Reason.UNKNOWN ? 404 : 503, missed.sentence());
    };
  }
}
