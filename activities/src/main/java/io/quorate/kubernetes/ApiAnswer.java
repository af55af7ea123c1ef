package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quorate.cluster.CleanText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the API server that is no success, with clean and bounded texts.
 *
 * @param code the HTTP status
 * @param reason the API server's word for it; empty where something else answered
 * @param message a sentence, in the API server's words
 * @param causes the fields that it objects to, in its words; empty where it names none
 * @param retryAfter how long it asks to be left alone
 */
record ApiAnswer(int code, String reason, String message, String causes, Duration retryAfter) {
  private static final int LONGEST = 600;
  private static final int LONGEST_WAIT_SECONDS = 300;
  private static final Pattern NO_NAMESPACE = Pattern.compile("namespaces \"([^\"]+)\" not found");

  /** The answer in an exception of the client; empty where no answer came. */
  static Optional<ApiAnswer> of(KubernetesClientException e) {
    return e.getCode() > 0 ? Optional.of(answer(e.getCode(), e.getStatus())) : Optional.empty();
  }

  private static ApiAnswer answer(int code, @Nullable Status status) {
    if (status == null) {
      return new ApiAnswer(code, "", "no reason given", "", Duration.ZERO);
    }
    Optional<StatusDetails> details = Optional.ofNullable(status.getDetails());
    List<StatusCause> causes = details.map(StatusDetails::getCauses).orElse(List.of());
    int wait = details.map(StatusDetails::getRetryAfterSeconds).orElse(0);
    return new ApiAnswer(
        code,
        Objects.requireNonNullElse(status.getReason(), ""),
        clean(status.getMessage()),
        causes.isEmpty() ? "" : clean(words(causes)),
        Duration.ofSeconds(Math.clamp(wait, 0, LONGEST_WAIT_SECONDS)));
  }

  private static String words(List<StatusCause> causes) {
    return causes.stream()
        .map(
            cause ->
                cause.getField() == null || cause.getField().isEmpty()
                    ? String.valueOf(cause.getMessage())
                    : cause.getField() + ": " + cause.getMessage())
        .collect(Collectors.joining("; "));
  }

  private static String clean(@Nullable String text) {
    String line = CleanText.line(Objects.requireNonNullElse(text, ""), LONGEST);
    return line.isEmpty() ? "no reason given" : line;
  }

  boolean is(String word) {
    return reason.equals(word);
  }

  /** Whether the API server itself answered, and nothing in between. */
  boolean isOfApiServer() {
    return !reason.isEmpty();
  }

  /** Whether the API server does not know the kind of object at all. */
  boolean isOfUnknownKind() {
    return message.contains("could not find the requested resource");
  }

  /** The missing namespace, where a missing namespace is the reason. */
  Optional<String> missingNamespace() {
    Matcher matcher = NO_NAMESPACE.matcher(message);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
