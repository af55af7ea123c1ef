package io.quorate.gateway.http;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the gateway logs from now on. */
public final class HeardLog implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.quorate.gateway");
  private final ListAppender<ILoggingEvent> heard = new ListAppender<>();

  /** Begins to listen. */
  public HeardLog() {
    heard.start();
    logger.addAppender(heard);
  }

  /** The lines so far. */
  public List<String> lines() {
    return List.copyOf(heard.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** The lines so far that begin with these words. */
  public List<String> lines(String words) {
    return lines().stream().filter(line -> line.startsWith(words)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(heard);
  }
}
