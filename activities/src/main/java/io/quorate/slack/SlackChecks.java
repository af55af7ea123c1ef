package io.quorate.slack;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.SlackApiTextResponse;
import com.slack.api.methods.response.auth.AuthTestResponse;
import com.slack.api.model.Conversation;
import com.slack.api.model.Usergroup;
import io.quorate.port.Failure;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks of the app in Slack, as {@code quorate check} makes them: each check asks Slack anew,
 * changes nothing in Slack, and returns the fault with its remedy; empty without a fault.
 */
public final class SlackChecks {
  /**
   * Header in which Slack names the scopes of the token (docs.slack.dev, installing with OAuth).
   */
  private static final String SCOPES = "x-oauth-scopes";

  private static final Set<String> ALWAYS = Set.of("chat:write", "files:write", "users:read");

  private final String apiUrl;
  private final String botToken;
  private final String appToken;
  private final String channel;

  /**
   * Creates checks; connects to nothing yet.
   *
   * @param apiUrl {@link SlackClient#API}, or an emulator's
   * @param channel name, with or without {@code #}, or id
   */
  public SlackChecks(String apiUrl, String botToken, String appToken, String channel) {
    this.apiUrl = apiUrl;
    this.botToken = botToken.strip();
    this.appToken = appToken.strip();
    this.channel = channel;
  }

  /** An approver with the ids of team and user in Slack. */
  public record Person(String name, String team, String user) {}

  /**
   * Checks the bot token and its scopes.
   *
   * @param groups whether user groups are mentioned, which needs one scope more
   */
  public Optional<String> bot(boolean groups) {
    return asked(
        methods -> {
          Set<String> given = scopes(methods);
          Set<String> missing = new LinkedHashSet<>();
          ALWAYS.stream().sorted().forEach(missing::add);
          if (groups) {
            missing.add("usergroups:read");
          }
          missing.removeAll(given);
          return given.isEmpty() || missing.isEmpty()
              ? Optional.empty()
              : Optional.of(add(missing));
        });
  }

  /** Checks the app token by asking for a connection, which is not opened. */
  public Optional<String> app() {
    return asked(
        methods -> {
          SlackApiTextResponse answer =
              SlackFailures.answer(
                  "apps.connections.open",
                  () -> methods.appsConnectionsOpen(r -> r.token(appToken)));
          return answer.isOk()
              ? Optional.empty()
              : Optional.of(
                  "Slack refused apps.connections.open: "
                      + answer.getError()
                      + ". Put an app token (xapp-) with the scope connections:write into"
                      + " slack.appTokenFile; without it no click arrives.");
        });
  }

  /** Checks whether the channel is there, and the app in it with the scopes to read it. */
  public Optional<String> channel() {
    return asked(
        methods -> {
          String id = new SlackCalls(methods, botToken, Mentions.OF_NOBODY).channelId(channel);
          Conversation found =
              SlackFailures.accepted(
                      "conversations.info", () -> methods.conversationsInfo(r -> r.channel(id)))
                  .getChannel();
          if (found.isArchived()) {
            return Optional.of(channel + " is archived: restore it, or name another one.");
          }
          if (!found.isMember()) {
            return Optional.of(
                "The app is not in " + channel + ": invite it there, /invite @quorate.");
          }
          Set<String> given = scopes(methods);
          String history = found.isPrivate() ? "groups:history" : "channels:history";
          return given.isEmpty() || given.contains(history)
              ? Optional.empty()
              : Optional.of(add(Set.of(history)));
        });
  }

  /**
   * Checks whether each of these people is there, active, no guest, and of the team that is
   * configured.
   */
  public Optional<String> people(List<Person> people) {
    return asked(
        methods -> joined(people.stream().flatMap(one -> person(methods, one).stream()).toList()));
  }

  private static Optional<String> person(MethodsClient methods, Person person) {
    String who = person.name() + " (" + person.team() + "/" + person.user() + ") ";
    return SlackPeople.asked(methods, person.user())
        .or(() -> otherTeam(methods, person))
        .map(trouble -> who + trouble);
  }

  private static Optional<String> otherTeam(MethodsClient methods, Person person) {
    String team =
        SlackFailures.accepted("users.info", () -> methods.usersInfo(r -> r.user(person.user())))
            .getUser()
            .getTeamId();
    return Optional.ofNullable(team)
        .filter(its -> !its.equals(person.team()))
        .map(its -> "is of team " + its + ", and clicks come from there.");
  }

  /**
   * Checks whether each user group is there and enabled.
   *
   * @param groups the ids, by the name of the group of approvers
   */
  public Optional<String> groups(Map<String, String> groups) {
    return asked(
        methods -> {
          Set<String> enabled =
              SlackFailures.accepted("usergroups.list", () -> methods.usergroupsList(r -> r))
                  .getUsergroups()
                  .stream()
                  .filter(group -> Objects.requireNonNullElse(group.getDateDelete(), 0) == 0)
                  .map(Usergroup::getId)
                  .collect(Collectors.toSet());
          return joined(
              new TreeMap<>(groups)
                  .entrySet().stream()
                      .filter(group -> !enabled.contains(group.getValue()))
                      .map(
                          group ->
                              group.getValue()
                                  + ", which stands for "
                                  + group.getKey()
                                  + ", is no user group of Slack, or is disabled.")
                      .toList());
        });
  }

  private static Optional<String> joined(List<String> troubles) {
    return troubles.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", troubles));
  }

  private static String add(Set<String> scopes) {
    return "The app lacks "
        + (scopes.size() == 1 ? "the scope " : "the scopes ")
        + String.join(", ", scopes)
        + ": add them (docs/slack.md has the manifest) and install the app again.";
  }

  /** Returns the scopes of the bot token; empty where Slack does not name them. */
  private static Set<String> scopes(MethodsClient methods) {
    AuthTestResponse answer = SlackFailures.accepted("auth.test", () -> methods.authTest(r -> r));
    return Objects.requireNonNullElse(
            answer.getHttpResponseHeaders(), Map.<String, List<String>>of())
        .entrySet()
        .stream()
        .filter(header -> SCOPES.equalsIgnoreCase(header.getKey()))
        .flatMap(header -> header.getValue().stream())
        .flatMap(scopes -> Arrays.stream(scopes.split(",")))
        .map(String::strip)
        .filter(scope -> !scope.isEmpty())
        .collect(Collectors.toSet());
  }

  private Optional<String> asked(Function<MethodsClient, Optional<String>> question) {
    try (Slack slack = SlackClient.of(apiUrl)) {
      return question.apply(slack.methods(botToken));
    } catch (Failure refused) {
      return Optional.ofNullable(refused.getMessage());
    } catch (Exception failed) {
      return Optional.of("Slack could not be asked: " + failed);
    }
  }
}
