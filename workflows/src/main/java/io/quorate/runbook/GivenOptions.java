package io.quorate.runbook;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.NearNames;
import io.quorate.cluster.StableName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Check of the options that a person gave for a runbook on a cluster, whatever door was used.
 *
 * @param members those of the cluster in the configuration; empty where the platform names the
 *     members, and the plan refuses a name that it has not got
 */
public record GivenOptions(Runbook<?> runbook, ClusterKey cluster, Collection<MemberName> members) {
  /** Longest text of an option, in characters: it is shown in questions and kept in histories. */
  private static final int LONGEST_TEXT = 2000;

  /**
   * Returns the options with the names that runbook and configuration use. Names of options are
   * taken with spaces, underscores or hyphens and in any case; several members may stand in one
   * value, between commas or spaces, in any case.
   *
   * @param given values by the option's name without dashes
   * @throws WrongUsageException with a sentence when an option or a member does not exist, or the
   *     runbook cannot use them
   */
  public Options checked(Map<String, List<String>> given) {
    Map<String, List<String>> known = new TreeMap<>();
    given.forEach(
        (name, values) -> {
          Option option = option(name);
          known.merge(option.name(), values(option, values), GivenOptions::together);
        });
    Options options = new Options(known);
    requireRequest(runbook, options);
    return options;
  }

  private Option option(String typed) {
    return runbook.options().stream()
        .filter(option -> option.name().equals(StableName.ofTyped(typed)))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> known = runbook.options().stream().map(Option::name).toList();
              return new WrongUsageException(
                  runbook.name()
                      + " has no option "
                      + NearNames.quoted(typed)
                      + NearNames.questionAndList(typed, "Its options", known));
            });
  }

  private List<String> values(Option option, List<String> typed) {
    return switch (option.kind()) {
      case FLAG -> none(option, typed);
      case TEXT -> typed.stream().map(text -> CleanText.line(text, LONGEST_TEXT)).toList();
      case MEMBERS -> typed.stream().flatMap(GivenOptions::words).map(this::member).toList();
    };
  }

  /** Takes a flag bare or as {@code true}; a value such as {@code false} must not set it. */
  private static List<String> none(Option flag, List<String> typed) {
    if (!typed.stream().allMatch("true"::equalsIgnoreCase)) {
      throw new WrongUsageException("the option " + flag.name() + " takes no value");
    }
    return List.of();
  }

  /**
   * Names between commas and white space. A text without any name stays, and is refused: an unset
   * variable of a script must not leave the choice of the member to the runbook.
   */
  private static Stream<String> words(String typed) {
    List<String> words =
        Stream.of(typed.split("[,\\s]+", -1)).filter(word -> !word.isEmpty()).toList();
    return words.isEmpty() ? Stream.of(typed) : words.stream();
  }

  private String member(String typed) {
    return members.isEmpty() ? unlisted(typed) : listed(typed);
  }

  private String unlisted(String typed) {
    if (!MemberName.isPlain(typed)) {
      throw new WrongUsageException(
          "there is no member " + NearNames.quoted(typed) + " of " + cluster);
    }
    return typed;
  }

  private String listed(String typed) {
    List<String> known = members.stream().map(MemberName::value).toList();
    return known.stream()
        .filter(typed::equals)
        .findFirst()
        .or(() -> known.stream().filter(typed::equalsIgnoreCase).findFirst())
        .orElseThrow(
            () ->
                new WrongUsageException(
                    "there is no member "
                        + NearNames.quoted(typed)
                        + " of "
                        + cluster
                        + NearNames.questionAndList(typed, "Members", known)));
  }

  /** Throws the runbook's own sentence when these options mean no request. */
  private static <R> void requireRequest(Runbook<R> runbook, Options options) {
    try {
      runbook.title(runbook.request(options));
    } catch (IllegalArgumentException unfit) {
      throw new WrongUsageException(String.valueOf(unfit.getMessage()));
    }
  }

  private static List<String> together(List<String> one, List<String> other) {
    List<String> all = new ArrayList<>(one);
    all.addAll(other);
    return List.copyOf(all);
  }
}
