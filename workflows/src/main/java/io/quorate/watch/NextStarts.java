package io.quorate.watch;

import io.quorate.cluster.MemberName;
import io.quorate.watch.Sign.Urgency;
import io.quorate.workload.NextStart.StartFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rule of members whose next start would take what their process has not: other settings, another
 * etcd, or another CA. etcd reads its CA files at its start only, and its leaf certificates at each
 * handshake (docs/etcd.md), so a new leaf is none.
 *
 * <p>What could cost the member its data or its cluster is urgent: the next start may be that of a
 * crash, and comes without a question. Everything else waits for a restart that somebody plans.
 */
final class NextStarts {
  private NextStarts() {}

  static List<Sign> signs(ClusterKnowledge known) {
    Optional<HostRound> round = known.deep().hosts();
    if (round.isEmpty()) {
      return known.standing(FindingKind.NEXT_START).toList();
    }
    boolean young = round.get().isYoung(known.at());
    Stream<Sign> seen =
        round.get().starts().entrySet().stream()
            .filter(start -> start.getValue().differs())
            .sorted(Map.Entry.comparingByKey())
            .map(start -> sign(start.getKey(), start.getValue()))
            .filter(sign -> young || known.standing(sign.kind(), sign.subject()).isPresent());
    Stream<Sign> unseen =
        known
            .standing(FindingKind.NEXT_START)
            .filter(sign -> round.get().isBlindTo(sign.subject()));
    return Stream.concat(seen, unseen).toList();
  }

  private static Sign sign(MemberName member, SeenStart start) {
    List<String> sentences = new ArrayList<>();
    sentences.add(advice(member, start.changes()));
    if (!start.changes().words().isEmpty()) {
      sentences.add(
          "At its next start %s would get: %s. Its process began at %s."
              .formatted(member, String.join("; ", start.changes().words()), start.began()));
    }
    start.changedFiles().forEach(file -> sentences.add(words(member, start, file)));
    return new Sign(
        FindingKind.NEXT_START,
        member.value(),
        urgency(start),
        String.join(" ", sentences),
        start.changes().dangers().stream().map(danger -> member + ": " + danger).toList());
  }

  private static Urgency urgency(SeenStart start) {
    if (start.changes().dangerous()) {
      return Urgency.NOW;
    }
    return start.isCertain() ? Urgency.SOON : Urgency.LISTED;
  }

  private static String advice(MemberName member, SettingChanges changes) {
    if (!changes.dangerous()) {
      return "Restart the members one after the other where the change is wanted (rolling-restart);"
          + " take the change back where it is not wanted.";
    }
    return "Take the change back before anything restarts %s.".formatted(member)
        + changes
            .roll()
            .map(" %s changes the version, with checks that a restart has not."::formatted)
            .orElse("");
  }

  private static String words(MemberName member, SeenStart start, StartFile file) {
    return "%s (%s of %s) was written at %s, after the process began at %s: etcd reads the file at its start only, and the next start takes what the file holds then."
        .formatted(file.path(), file.setting(), member, file.changed(), start.began());
  }
}
