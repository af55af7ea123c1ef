package io.quorate.playground.telling;

import io.quorate.lab.load.KeepingClient;
import io.quorate.wire.NumberOrUnknown;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A verdict as text for people. */
public record VerdictText(Verdict verdict) {

  /** Returns all of it, with a line for each fact. */
  public String text() {
    return title()
        + steps()
        + writes()
        + announced()
        + client()
        + members()
        + kept()
        + originals()
        + differences();
  }

  private String title() {
    return format(
        "%n%s: %s in %.1f s, %s, etcd %s%s%n%n",
        verdict.scenario(),
        verdict.outcome(),
        verdict.seconds(),
        verdict.operation() == null ? "no operation" : "operation " + verdict.operation(),
        verdict.etcd(),
        kills());
  }

  private String kills() {
    return switch (verdict.workerKills()) {
      case 0 -> "";
      case 1 -> ", the worker was killed once";
      default -> ", the worker was killed " + verdict.workerKills() + " times";
    };
  }

  private String steps() {
    return verdict.steps().stream()
        .map(step -> format("%8.1f s  %s%n", step.seconds(), step.sentence()))
        .collect(Collectors.joining());
  }

  private String writes() {
    Verdict.WritesJson writes = verdict.writes();
    return format(
        "%nWrites: %,d acknowledged, %,d failed, %,d lost. Longest stall %.1f s.%n",
        writes.acknowledged(),
        writes.failed(),
        writes.lost(),
        writes.longestStallMillis() / 1000.0);
  }

  private String announced() {
    Verdict.LossJson loss = verdict.announcedLoss();
    return loss.source() == null
        ? ""
        : format(
            "Announced before the approval: going on with %s loses at least %s, at most %s.%n",
            loss.source(), number(loss.certainlyLost()), number(loss.writes()));
  }

  private String client() {
    KeepingClient.Kept client = verdict.client();
    return client == null
        ? ""
        : format(
            "A client's watch: %s, %,d changes heard of. Its lease: %s. Its lock: %s.%n",
            client.watch(), client.events(), client.lease(), client.lock());
  }

  private static String number(NumberOrUnknown count) {
    return count.number().map(known -> format("%,d", known)).orElse("unknown");
  }

  private String members() {
    long hashes = verdict.members().stream().map(SeenMember::hash).distinct().count();
    Optional<Long> revision =
        verdict.members().stream()
            .flatMap(member -> Optional.ofNullable(member.revision()).stream())
            .findFirst();
    String equal =
        hashes == 1 && revision.isPresent()
            ? format("All members have the same data at revision %,d.%n", revision.get())
            : format("The members do not have the same data.%n");
    return equal
        + verdict.members().stream()
            .map(
                member ->
                    format(
                        "  %-8s %s  %s%s%n",
                        member.name(),
                        member.id(),
                        member.votingStatus(),
                        member.leader() ? ", leader" : ""))
            .collect(Collectors.joining());
  }

  private String kept() {
    return verdict.kept().stream()
        .map(place -> format("Old data directory kept: %s%n", place))
        .collect(Collectors.joining());
  }

  private String originals() {
    List<Verdict.OriginalJson> same =
        verdict.originals().stream().filter(one -> one.changes().isEmpty()).toList();
    return same.isEmpty()
        ? ""
        : format(
            "Old data that is byte for byte what its process left: %s.%n",
            same.stream()
                .map(one -> format("%s, %,d files", one.member(), one.files()))
                .collect(Collectors.joining("; ")));
  }

  private String differences() {
    return verdict.differences().isEmpty()
        ? format(
            "The cluster is as it should be, and %s.%n",
            verdict.writes().lost() == 0
                ? "nothing acknowledged was lost"
                : "no loss was left out of what was announced")
        : verdict.differences().stream()
            .map(difference -> format("NOT AS IT SHOULD BE: %s%n", difference))
            .collect(Collectors.joining());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
