package io.quorate.kubernetes;

import io.quorate.port.Failure;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why an API server does not let a request in: rights, quota, PodSecurity, a policy, a webhook. All
 * of them answer with the same few codes, and only the sentence tells them apart. Nothing happened
 * then.
 */
final class Admission {
  private static final List<Rule> RULES =
      List.of(
          rule("RBAC: .*not found", Failure.Transient::new, Admission::notYetLoaded),
          rule(
              "User \"([^\"]*)\" cannot (\\S+) resource \"([^\"]*)\" in API group \"([^\"]*)\""
                  + "(?: in the namespace \"([^\"]*)\")?",
              Failure.Refused::new,
              Admission::right),
          rule(
              "exceeded quota: (.*)",
              Failure.NotYet::new,
              found ->
                  "a quota of the namespace has no room; raise it, or make room: "
                      + found.group(1)),
          rule(
              "failed quota: (.*)",
              Failure.Refused::new,
              found -> "a quota of the namespace demands what it does not have: " + found.group(1)),
          rule(
              "violates PodSecurity \"([^\"]*)\": (.*)",
              Failure.Refused::new,
              found ->
                  "the namespace admits only pods of PodSecurity %s, and this one has: %s"
                      .formatted(found.group(1), found.group(2))),
          rule(
              "ValidatingAdmissionPolicy '([^']*)'.* denied request: (.*)",
              Failure.Refused::new,
              found -> "the policy %s denies it: %s".formatted(found.group(1), found.group(2))),
          rule(
              "admission webhook \"([^\"]*)\" denied the request(.*)",
              Failure.Refused::new,
              found -> "the webhook %s denies it%s".formatted(found.group(1), found.group(2))),
          rule(
              "failed calling webhook \"([^\"]*)\": (.*)",
              Failure.Transient::new,
              found ->
                  "the webhook %s, which has to allow it, did not answer: %s"
                      .formatted(found.group(1), found.group(2))),
          rule(
              "because it is being terminated",
              Failure.Refused::new,
              found -> "its namespace is being deleted"));

  private Admission() {}

  /** The failure of a request that was not let in; empty where that is not what the answer says. */
  static Optional<Failure> failure(ApiCall call, ApiAnswer answer, Throwable cause) {
    for (Rule rule : RULES) {
      Matcher matcher = rule.sentence().matcher(answer.message());
      if (matcher.find()) {
        String why = rule.why().apply(matcher.toMatchResult());
        return Optional.of(rule.failure().apply(call.notDone() + ": " + why, cause));
      }
    }
    return Optional.empty();
  }

  private record Rule(
      Pattern sentence,
      BiFunction<String, Throwable, Failure> failure,
      Function<MatchResult, String> why) {}

  private static Rule rule(
      String sentence,
      BiFunction<String, Throwable, Failure> failure,
      Function<MatchResult, String> why) {
    return new Rule(Pattern.compile(sentence), failure, why);
  }

  /** An API server that has just started knows bindings before it knows the roles. */
  private static String notYetLoaded(MatchResult found) {
    return "the API server has not loaded its roles yet, or a role is missing: " + found.group();
  }

  private static String right(MatchResult found) {
    String namespace = found.group(5);
    return ("%s has no right to %s %s%s; grant it in a %s: apiGroups [\"%s\"], resources [\"%s\"],"
            + " verbs [\"%s\"]")
        .formatted(
            found.group(1),
            found.group(2),
            found.group(3),
            namespace == null ? "" : " in the namespace " + namespace,
            namespace == null ? "ClusterRole" : "Role",
            found.group(4),
            found.group(3),
            found.group(2));
  }
}
