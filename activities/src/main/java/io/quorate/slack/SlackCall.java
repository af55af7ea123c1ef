package io.quorate.slack;

import com.slack.api.methods.SlackApiException;
import java.io.IOException;

/** A call of Slack's client with its checked exceptions. */
@FunctionalInterface
public interface SlackCall<T> {
  /** Makes the call. */
  T run() throws IOException, SlackApiException;
}
