package io.quorate.slack;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.response.auth.AuthTestResponse;
import com.slack.api.methods.response.users.UsersInfoResponse;
import com.slack.api.model.User;
import com.slack.api.model.User.EnterpriseUser;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of Slack who may not decide, whatever the configuration says of them: guests of the
 * workspace, users who were deactivated, apps, and users of another company in a shared channel. An
 * administrator of another workspace can log in as any of its users.
 */
public final class SlackPeople {
  private static final Logger LOG = LoggerFactory.getLogger(SlackPeople.class);
  private static final Duration REMEMBERED = Duration.ofMinutes(5);

  /** Time for which Slack is not asked again after it did not tell. */
  private static final Duration UNTOLD = Duration.ofSeconds(30);

  /** Longest wait of a click for Slack's word; people are told what became of it within 2 s. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private static final Set<String> UNKNOWN = Set.of("user_not_found", "user_not_visible");

  private final MethodsClient methods;
  private final Clock clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Optional<String>>> asking = new ConcurrentHashMap<>();
  private volatile Optional<AuthTestResponse> app = Optional.empty();

  private record Known(Optional<String> trouble, Instant until) {}

  /** Creates the reader of an app's workspace; asks nothing yet. */
  public SlackPeople(Slack slack, String botToken, Clock clock) {
    this.methods = slack.methods(botToken);
    this.clock = clock;
  }

  /**
   * Returns why this user may not decide, as the end of a sentence: {@code is a guest in Slack.};
   * empty for a member. Where Slack does not tell within a second, for want of the scope {@code
   * users:read} or because it is away, it counts what Slack told last, else the configuration alone
   * says who may.
   */
  public Optional<String> trouble(String user) {
    Instant now = clock.instant();
    Known before = known.get(user);
    if (before != null && now.isBefore(before.until())) {
      return before.trouble();
    }
    Optional<String> last = before == null ? Optional.empty() : before.trouble();
    CompletableFuture<Optional<String>> answer =
        asking.computeIfAbsent(
            user,
            any ->
                CompletableFuture.supplyAsync(
                    () -> told(user, last, now), Thread::startVirtualThread));
    try {
      return answer.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      LOG.warn("Slack does not tell in time whether {} is a guest", user);
      return last;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return last;
    }
  }

  /** Asks Slack, and remembers the answer, or for a shorter time that there was none. */
  private Optional<String> told(String user, Optional<String> last, Instant now) {
    try {
      AuthTestResponse own = app.orElseGet(() -> app(methods));
      app = Optional.of(own);
      Optional<String> trouble = asked(methods, user, own);
      known.put(user, new Known(trouble, now.plus(REMEMBERED)));
      return trouble;
    } catch (Failure untold) {
      LOG.warn("Slack does not tell whether {} is a guest: {}", user, untold.getMessage());
      known.put(user, new Known(last, now.plus(UNTOLD)));
      return last;
    } finally {
      asking.remove(user);
    }
  }

  /** Asks Slack; throws a failure where Slack does not tell. */
  static Optional<String> asked(MethodsClient methods, String user) {
    return asked(methods, user, app(methods));
  }

  private static AuthTestResponse app(MethodsClient methods) {
    return SlackFailures.accepted("auth.test", () -> methods.authTest(r -> r));
  }

  private static Optional<String> asked(MethodsClient methods, String user, AuthTestResponse app) {
    UsersInfoResponse answer =
        SlackFailures.answer("users.info", () -> methods.usersInfo(r -> r.user(user)));
    if (UNKNOWN.contains(String.valueOf(answer.getError()))) {
      return Optional.of("is no user of Slack.");
    }
    if (!answer.isOk()) {
      throw SlackFailures.refused("users.info", answer);
    }
    return trouble(answer.getUser(), app);
  }

  private static Optional<String> trouble(User user, AuthTestResponse app) {
    if (user.isDeleted()) {
      return Optional.of("is deactivated in Slack.");
    }
    if (user.isBot()) {
      return Optional.of("is an app.");
    }
    if (user.isRestricted() || user.isUltraRestricted()) {
      return Optional.of("is a guest in Slack.");
    }
    return isOfTheCompany(user, app)
        ? Optional.empty()
        : Optional.of("is a user of another workspace, in a shared channel.");
  }

  /** Whether the user is of the app's workspace, or of another one of the same company. */
  private static boolean isOfTheCompany(User user, AuthTestResponse app) {
    Optional<String> company =
        Optional.ofNullable(user.getEnterpriseUser()).map(EnterpriseUser::getEnterpriseId);
    return user.getTeamId() == null
        || user.getTeamId().equals(app.getTeamId())
        || company.filter(id -> id.equals(app.getEnterpriseId())).isPresent();
  }
}
