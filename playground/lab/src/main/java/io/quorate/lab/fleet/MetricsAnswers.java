package io.quorate.lab.fleet;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Date;
import java.util.List;
import java.util.function.Predicate;

/** Answers of all members to questions for {@code /metrics}. */
final class MetricsAnswers {
  private final List<RecordedPage> recorded = RecordedPage.all();
  private final long began = System.nanoTime();
  private final PlayedTroubles troubles;

  MetricsAnswers(PlayedTroubles troubles) {
    this.troubles = troubles;
  }

  /** The answer of a member now, by its own clock. */
  FullHttpResponse of(FleetAddress member, boolean compressed) {
    RecordedPage page = recorded.get(member.cluster() % recorded.size());
    Predicate<FleetAddress> sends = peer -> !troubles.isSilent(peer);
    // What was counted in the seconds before the recording is counted in each second.
    double times = 1 + (System.nanoTime() - began) / 1e9;
    byte[] body = compressed ? page.gzip(member, sends, times) : page.plain(member, sends, times);
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
    answer
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .set(HttpHeaderNames.DATE, DateFormatter.format(Date.from(troubles.clock(member))));
    if (compressed) {
      answer.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
    }
    return answer;
  }
}
