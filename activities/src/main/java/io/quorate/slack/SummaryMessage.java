package io.quorate.slack;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sha256;
import io.quorate.operation.UtcTime;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Message that names many clusters at once: how many, since when, and a line for each, the worst
 * first. Each line has the cluster as its key, so that the metadata of the message tells after a
 * restart who was named.
 */
final class SummaryMessage {
  /** The owner in the metadata: a summary belongs to no operation. */
  static final String OWNER = "many-clusters";

  /** Beginning of the key of the first line; no cluster has a dot in its key. */
  private static final String HEAD = "summary.";

  private static final String REMINDER = "remind.";

  /** Most clusters with a line of their own: Slack recommends at most 4,000 characters. */
  private static final int MOST_LINES = 30;

  /** Most clusters that are named at all; the metadata of a message has bounds, too. */
  private static final int MOST_NAMES = 150;

  private static final int LONGEST_LINE = 100;

  private static final int KEY_CHARACTERS = 12;

  private SummaryMessage() {}

  /**
   * Returns the lines of the message.
   *
   * @param clusters one matter a cluster, the worst first
   * @param others keys of clusters that stand in the message, of which no more is known
   */
  static List<Message> of(List<Arrival> clusters, Set<String> others, Links links) {
    List<Message> lines = new ArrayList<>();
    lines.add(head(clusters, others.size(), links).waking(Audience.APPROVERS));
    clusters.stream()
        .limit(MOST_LINES)
        .forEach(one -> lines.add(line(one.cluster().value(), "• " + said(one))));
    List<String> names = new ArrayList<>();
    clusters.stream().skip(MOST_LINES).map(one -> one.cluster().value()).forEach(names::add);
    names.addAll(others);
    if (!names.isEmpty()) {
      lines.add(rest(names));
    }
    return lines;
  }

  private static Message line(String key, String text) {
    return Message.line(key, Optional.empty(), text);
  }

  private static Message head(List<Arrival> clusters, int others, Links links) {
    Instant since =
        clusters.stream()
            .map(one -> one.waiting().since())
            .min(Instant::compareTo)
            .orElse(Instant.EPOCH);
    long fail =
        clusters.stream().filter(one -> one.waiting().writesFailSince().isPresent()).count();
    return line(
        HEAD + since.getEpochSecond(),
        "*"
            + Amounts.count(clusters.size() + others, "cluster")
            + " need people"
            + (others == 0 ? ", the first since " + UtcTime.minute(since) + " UTC." : ".")
            + (others == 0 ? fail(fail, clusters.size()) : failAtLeast(fail))
            + "*\nEach gets its own message here, the worst first, and at once when somebody takes"
            + " it: `quorate take CLUSTER`. All of them: `quorate waiting`"
            + links.page("").map(page -> " · " + page).orElse(""));
  }

  /**
   * Returns in how many clusters writes fail, where of the others no more than the name is known.
   */
  private static String failAtLeast(long fail) {
    return fail == 0 ? "" : " All writes fail in at least " + fail + ".";
  }

  private static String fail(long fail, long clusters) {
    return fail == 0 ? "" : " All writes fail in " + (fail == clusters ? "each" : fail) + ".";
  }

  /** Returns the trouble of a cluster, and the name of whoever is on it. */
  private static String said(Arrival one) {
    String onIt = one.waiting().taken().map(by -> " " + by.words() + " UTC.").orElse("");
    return Mrkdwn.text(CleanText.line(one.wrong(), LONGEST_LINE) + onIt);
  }

  /** Returns one line with the names of the remaining clusters; its key is these names. */
  private static Message rest(List<String> names) {
    List<String> named = names.subList(0, Math.min(names.size(), MOST_NAMES));
    int more = names.size() - named.size();
    return line(
        String.join(" ", named),
        "Also: " + String.join(", ", named) + (more == 0 ? "." : " and " + more + " more."));
  }

  /** Returns the clusters among these that no message has named yet. */
  static Set<String> unnamed(List<Arrival> clusters, Set<String> named) {
    Set<String> unnamed = keys(clusters);
    unnamed.removeAll(named);
    return unnamed;
  }

  /** Returns the clusters among these keys that are not among the matters. */
  static Set<String> others(Set<String> keys, List<Arrival> clusters) {
    Set<String> others = new TreeSet<>(keys);
    others.removeAll(keys(clusters));
    return others;
  }

  private static Set<String> keys(List<Arrival> clusters) {
    return clusters.stream()
        .map(one -> one.cluster().value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the clusters that the key of a line names. */
  static List<String> names(String key) {
    return key.contains(".") ? List.of() : List.of(key.split(" "));
  }

  /**
   * Returns the reminder of many matters.
   *
   * @param matters the worst first
   */
  static Message reminder(List<Waiting> matters, Instant now, Links links) {
    Instant since = matters.stream().map(Waiting::since).min(Instant::compareTo).orElse(now);
    long clusters = matters.stream().map(Waiting::cluster).distinct().count();
    long fail =
        matters.stream()
            .filter(one -> one.writesFailSince().isPresent())
            .map(Waiting::cluster)
            .distinct()
            .count();
    List<String> lines = new ArrayList<>();
    lines.add(
        "*"
            + Amounts.count(clusters, "cluster")
            + " still wait for people, the longest for "
            + Amounts.time(Duration.between(since, now))
            + ", since "
            + UtcTime.minute(since)
            + " UTC."
            + fail(fail, clusters)
            + "*\nAll of them: `quorate waiting`"
            + links.page("").map(page -> " · " + page).orElse(""));
    matters.stream().limit(MOST_LINES).forEach(one -> lines.add("• " + waits(one, now)));
    int more = matters.size() - MOST_LINES;
    if (more > 0) {
      lines.add("And " + more + " more.");
    }
    return line(reminderKey(matters, now), String.join("\n", lines)).waking(Audience.APPROVERS);
  }

  /** Returns the key of a reminder, which has the key of each matter. */
  private static String reminderKey(List<Waiting> matters, Instant now) {
    return Stream.concat(
            Stream.of(REMINDER + now.getEpochSecond()),
            matters.stream().limit(MOST_NAMES).map(SummaryMessage::key))
        .collect(Collectors.joining(" "));
  }

  /** Returns the key of a matter in the reminders of many, equal for each worker. */
  static String key(Waiting matter) {
    String name = matter.cluster() + " " + matter.what() + " " + matter.since();
    return REMINDER + Sha256.of(name).substring(0, KEY_CHARACTERS);
  }

  private static String waits(Waiting one, Instant now) {
    return Mrkdwn.text(
        one.cluster()
            + ": "
            + one.what().sentence()
            + ", "
            + Amounts.time(Duration.between(one.since(), now))
            + "."
            + one.held(now).map(by -> " " + by.words() + " UTC.").orElse(""));
  }
}
