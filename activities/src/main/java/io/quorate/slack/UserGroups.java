package io.quorate.slack;

import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.response.usergroups.UsergroupsListResponse;
import com.slack.api.model.Usergroup;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * User groups that Slack has enabled. Slack takes a message that mentions a disabled group, or none
 * at all, and notifies nobody, so the groups are looked up before they are relied on
 * (docs.slack.dev, usergroups.list).
 */
final class UserGroups {
  private static final Logger LOG = LoggerFactory.getLogger(UserGroups.class);
  private static final String METHOD = "usergroups.list";

  /** How long a list is believed; Slack permits about 20 calls a minute. */
  private static final Duration FRESH = Duration.ofMinutes(5);

  private final MethodsClient methods;
  private final RateLimits limits;
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final ReentrantLock asking = new ReentrantLock();
  private Optional<Set<String>> enabled = Optional.empty();
  private long readAt;

  UserGroups(MethodsClient methods, RateLimits limits) {
    this.methods = methods;
    this.limits = limits;
  }

  /**
   * Whether Slack notifies the people of this group. Where Slack does not say it, people are
   * mentioned by name, which always works.
   */
  boolean isUsable(String id) {
    return enabled().contains(id);
  }

  /** Returns, once for each group that cannot be mentioned, that its people are named instead. */
  String news(Collection<String> wanted) {
    return wanted.stream()
        .filter(id -> !isUsable(id) && enabled.isPresent() && told.add(id))
        .map(
            id ->
                " (by name: Slack shows the app no enabled user group "
                    + id
                    + "; look at approval.slackGroups, and at the scope usergroups:read)")
        .collect(Collectors.joining());
  }

  private Set<String> enabled() {
    asking.lock();
    try {
      return newest();
    } finally {
      asking.unlock();
    }
  }

  private Set<String> newest() {
    boolean fresh = enabled.isPresent() && System.nanoTime() - readAt < FRESH.toNanos();
    if (!fresh) {
      try {
        UsergroupsListResponse answer =
            limits.accepted(METHOD, () -> methods.usergroupsList(r -> r.includeDisabled(false)));
        enabled =
            Optional.of(
                answer.getUsergroups().stream().map(Usergroup::getId).collect(Collectors.toSet()));
        readAt = System.nanoTime();
      } catch (Failure.Fault refused) {
        LOG.warn("Slack does not tell its user groups: {}", refused.getMessage());
        enabled = Optional.of(Set.of());
        readAt = System.nanoTime();
      } catch (Failure unknown) {
        LOG.warn("Slack does not tell its user groups now: {}", unknown.getMessage());
      }
    }
    return enabled.orElse(Set.of());
  }
}
