package io.quorate.slack;

import com.google.gson.JsonParseException;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.SlackApiTextResponse;
import com.slack.api.methods.SlackFilesUploadV2Exception;
import com.slack.api.methods.response.files.FilesGetUploadURLExternalResponse;
import com.slack.api.methods.response.files.FilesUploadV2Response;
import com.slack.api.webhook.WebhookResponse;
import io.quorate.port.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mapping of every exception and refusal of Slack's client to a failure. */
final class SlackFailures {
  /** Name of the method under which answers to clicks are counted. */
  static final String RESPONSE_URL = "response_url";

  private static final String RETRY_AFTER = "Retry-After";
  private static final int OK = 200;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final Duration WHEN_IT_DOES_NOT_SAY = Duration.ofSeconds(30);

  private static final Set<String> PASSING =
      Set.of(
          "internal_error",
          "fatal_error",
          "service_unavailable",
          "request_timeout",
          "team_added_to_org",
          "duplicate_message_not_found");

  private static final Set<String> LIMITED =
      Set.of("ratelimited", "rate_limited", "message_limit_exceeded");

  private SlackFailures() {}

  /**
   * Makes the call and returns the answer, which may be a refusal; throws a failure when no answer
   * came. An answer that a proxy made counts as no answer; for an empty answer Slack's client
   * throws a {@link NullPointerException}.
   */
  static <T> T answer(String method, SlackCall<T> call) {
    try {
      return Objects.requireNonNull(call.run());
    } catch (Failure e) {
      throw e;
    } catch (SlackApiException e) {
      throw status(method, e);
    } catch (IOException e) {
      throw new Failure.Transient(
          "Slack did not answer " + method + " (" + e.getMessage() + "); it is tried again.", e);
    } catch (JsonParseException e) {
      throw new Failure.Transient(
          "Slack's answer to " + method + " cannot be read (" + e.getMessage() + ").", e);
    } catch (RuntimeException e) {
      throw new Failure.Transient(
          "The answer to "
              + method
              + " is none of Slack's: it is empty, or a proxy in between made it; it is tried"
              + " again.",
          e);
    }
  }

  /** Makes the call; throws a failure unless Slack accepted it. */
  static <T extends SlackApiTextResponse> T accepted(String method, SlackCall<T> call) {
    T answer = answer(method, call);
    if (!answer.isOk()) {
      throw refused(method, answer);
    }
    return answer;
  }

  /** Sends an answer to a click; throws a failure unless Slack took it. */
  static WebhookResponse responded(SlackCall<WebhookResponse> call) {
    WebhookResponse answer = answer(RESPONSE_URL, call);
    int code = Objects.requireNonNullElse(answer.getCode(), SERVER_ERROR);
    if (code == TOO_MANY) {
      throw tooMany(RESPONSE_URL, retryAfter(header(answer.getHeaders())));
    }
    if (code != OK) {
      throw new Failure.Transient(
          "Slack answered " + RESPONSE_URL + " with status " + code + ": " + answer.getBody());
    }
    return answer;
  }

  /** Uploads a file, which takes three calls; a refusal of any of them is the failure. */
  static FilesUploadV2Response uploaded(SlackCall<FilesUploadV2Response> call)
      throws IOException, SlackApiException {
    try {
      return call.run();
    } catch (SlackFilesUploadV2Exception refused) {
      for (FilesGetUploadURLExternalResponse step : refused.getGetURLResponses()) {
        if (!step.isOk()) {
          throw refused("files.getUploadURLExternal", step);
        }
      }
      if (refused.getCompleteResponse() != null) {
        throw refused("files.completeUploadExternal", refused.getCompleteResponse());
      }
      throw new Failure.Transient("Slack did not take the content of a file.", refused);
    }
  }

  static Failure refused(String method, SlackApiTextResponse answer) {
    String error = String.valueOf(answer.getError());
    if (LIMITED.contains(error)) {
      return tooMany(method, retryAfter(header(answer.getHttpResponseHeaders())));
    }
    return PASSING.contains(error)
        ? new Failure.Transient("Slack refused " + method + " for now: " + error + ".")
        : new Failure.Fault(
            "Slack refused " + method + ": " + error + ". " + remedy(answer, error));
  }

  private static String remedy(SlackApiTextResponse answer, String error) {
    return switch (error) {
      case "channel_not_found" ->
          "There is no such channel for this app: look at slack.channel in quorate.yml, and invite"
              + " the app to it if it is private.";
      case "not_in_channel" -> "Invite the app to the channel of slack.channel: /invite in Slack.";
      case "is_archived" -> "The channel of slack.channel is archived: restore it or name another.";
      case "invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive" ->
          "The token is not good: put a bot token (xoxb-) of the installed app into"
              + " slack.botTokenFile.";
      case "missing_scope" ->
          "Give the app the scope " + answer.getNeeded() + " and install it again.";
      case "invalid_blocks", "msg_too_long", "invalid_arguments" ->
          "This is a fault of Quorate: please report it.";
      default -> "Slack's documents of " + error + " say what to do.";
    };
  }

  private static Failure status(String method, SlackApiException e) {
    int code = e.getResponse().code();
    if (code == TOO_MANY) {
      return tooMany(
          method, retryAfter(Objects.requireNonNullElse(e.getResponse().header(RETRY_AFTER), "")));
    }
    return code >= SERVER_ERROR
        ? new Failure.Transient("Slack answered " + method + " with status " + code + ".", e)
        : new Failure.Fault(
            "Slack answered "
                + method
                + " with status "
                + code
                + ": look at slack.apiUrl in quorate.yml.",
            e);
  }

  private static Failure tooMany(String method, Duration after) {
    return new Failure.Transient(
        "Slack asks to wait " + after.toSeconds() + " s before the next " + method + ".", after);
  }

  /**
   * Returns the value of {@code Retry-After}, whose name may be in any case; empty without this
   * header.
   */
  private static String header(@Nullable Map<String, List<String>> headers) {
    return Objects.requireNonNullElse(headers, Map.<String, List<String>>of()).entrySet().stream()
        .filter(header -> RETRY_AFTER.equalsIgnoreCase(header.getKey()))
        .flatMap(header -> header.getValue().stream())
        .findFirst()
        .orElse("");
  }

  private static Duration retryAfter(String header) {
    try {
      return Duration.ofSeconds(Math.max(1, Long.parseLong(header.strip())));
    } catch (NumberFormatException e) {
      return WHEN_IT_DOES_NOT_SAY;
    }
  }
}
