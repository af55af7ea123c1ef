package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.wire.DrillReport;
import io.quorate.wire.SnapshotsJson;
import io.quorate.wire.SnapshotsJson.SnapshotJson;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The snapshots of a cluster as people read them. */
final class SnapshotsText {
  private SnapshotsText() {}

  static String of(SnapshotsJson answer) {
    if (answer.snapshots().isEmpty()) {
      return "No snapshot of "
          + answer.cluster()
          + " in "
          + answer.directory()
          + ". Every operation saves one before it changes anything.";
    }
    StringBuilder text = new StringBuilder();
    text.append(answer.cluster()).append("   ");
    text.append(Amounts.count(answer.snapshots().size(), "snapshot"));
    text.append(" in ").append(answer.directory()).append("\n\n");
    text.append(table(answer.snapshots())).append('\n');
    problems(answer.snapshots(), text);
    lineages(answer.snapshots(), text);
    text.append(drills(answer));
    text.append(" How to check and restore one without Quorate stands in");
    return text.append(" the .json file beside it.\n").toString();
  }

  /** The last restore on trial: only that makes a snapshot verified. */
  private static String drills(SnapshotsJson answer) {
    return answer.snapshots().stream()
        .flatMap(one -> one.drill().stream())
        .filter(DrillReport::verified)
        .max(Comparator.comparing(DrillReport::at))
        .map(
            drill ->
                "%s was restored on trial %s: %s, %s of data%s."
                    .formatted(
                        drill.snapshot(),
                        Amounts.ago(drill.at(), answer.at()),
                        Amounts.time(Duration.ofMillis(drill.tookMillis())),
                        Amounts.time(Duration.ofSeconds(drill.dataAgeSeconds())),
                        drill.learnerMillis().map(took -> ", a learner joined").orElse("")))
        .orElse("None was restored on trial.");
  }

  private static String table(List<SnapshotJson> snapshots) {
    Table table = new Table();
    table.row(
        "SAVED",
        "AGE",
        "REVISION",
        "KEYS",
        "CLUSTER ID",
        "FROM",
        "ETCD",
        "SIZE",
        "SHA-256",
        "FILE");
    for (SnapshotJson one : snapshots) {
      table.row(
          one.savedAt().map(Object::toString).orElse("-"),
          one.ageSeconds().map(age -> Amounts.time(Duration.ofSeconds(age))).orElse("-"),
          one.revision()
              .map(SnapshotsText::number)
              .or(() -> one.revisionAtLeast().map(least -> number(least) + " or later"))
              .orElse("not known"),
          one.keys().map(SnapshotsText::number).orElse("-"),
          one.clusterId().orElse("not known"),
          one.sourceMember().orElse("-"),
          one.etcdVersion().orElse("-"),
          one.sizeBytes().map(Amounts::mebibytes).orElse("-"),
          checked(one.verification()),
          one.file());
    }
    return table.text();
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String checked(String verification) {
    return switch (verification) {
      case "when-saved" -> "verified when saved";
      case "now" -> "verified now";
      case "no" -> "not verified";
      default -> verification.toUpperCase(Locale.ROOT);
    };
  }

  private static void problems(List<SnapshotJson> snapshots, StringBuilder text) {
    for (SnapshotJson one : snapshots) {
      one.problem().ifPresent(why -> said(one, why, text));
      one.remarks().forEach(remark -> said(one, remark, text));
    }
  }

  private static void said(SnapshotJson one, String what, StringBuilder text) {
    text.append(one.file()).append(": ").append(what).append('\n');
  }

  private static void lineages(List<SnapshotJson> snapshots, StringBuilder text) {
    long ids =
        snapshots.stream()
            .map(SnapshotJson::clusterId)
            .flatMap(Optional::stream)
            .distinct()
            .count();
    if (ids > 1) {
      text.append("They are of ").append(ids).append(" cluster ids: the cluster was restored or");
      text.append(" begun anew in between. Revisions of one say nothing about another.\n");
    }
  }
}
