package io.quorate.watch;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.watch.Sign.Urgency;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rule of a database on its way to its quota, at which etcd refuses all writes
 * (docs/etcd.md#nospace): a file above 80 % of it, or bytes in use that reach it within 72 h by the
 * growth of the last hour and by that of the last day. Within 4 h it is urgent.
 */
final class QuotaTrend {
  private static final int FULL = 80;

  /** Share down to which a finding stays, so that it does not come and go. */
  private static final int STAYS = 75;

  private static final Duration SOON = Duration.ofHours(72);
  private static final Duration STAYS_SOON = Duration.ofHours(96);
  private static final Duration URGENT = Duration.ofHours(4);

  /** Share of free pages from which on a defragmentation is worth its stall. */
  private static final int WORTH_IT = 45;

  private QuotaTrend() {}

  /** Database of one member with a quota. */
  private record Database(MemberName member, MemberStatus status, long quota) {
    long percent() {
      return status.dbSizeBytes() * 100 / quota;
    }

    long percentFree() {
      long free = status.dbSizeBytes() - status.bytesInUse();
      return status.dbSizeBytes() == 0 ? 0 : free * 100 / status.dbSizeBytes();
    }
  }

  static List<Sign> signs(ClusterKnowledge known) {
    Optional<Sign> standing = known.standing(FindingKind.QUOTA_TREND, "");
    List<Database> databases = databases(known);
    if (databases.isEmpty()) {
      return standing.stream().toList();
    }
    Database fullest = databases.stream().max(Comparator.comparing(Database::percent)).get();
    Optional<Duration> left = left(known, fullest.quota());
    boolean stays = standing.isPresent();
    boolean full = fullest.percent() > (stays ? STAYS : FULL);
    boolean soon = left.filter(time -> time.compareTo(stays ? STAYS_SOON : SOON) < 0).isPresent();
    Urgency urgency =
        left.filter(time -> time.compareTo(URGENT) < 0).isPresent() ? Urgency.NOW : Urgency.SOON;
    return full || soon
        ? List.of(new Sign(FindingKind.QUOTA_TREND, "", urgency, evidence(fullest, left)))
        : List.of();
  }

  /** Returns the longer of the times that the last hour and the last day tell. */
  private static Optional<Duration> left(ClusterKnowledge known, long quota) {
    SeenSizes sizes = known.pulses().sizes();
    return sizes
        .until(quota, Duration.ofHours(1), known.at())
        .flatMap(
            hour ->
                sizes
                    .until(quota, Duration.ofDays(1), known.at())
                    .map(day -> day.compareTo(hour) > 0 ? day : hour));
  }

  private static List<Database> databases(ClusterKnowledge known) {
    return known.pulses().last().stream()
        .flatMap(pulse -> pulse.answers().entrySet().stream())
        .flatMap(answer -> database(answer, known.view()).stream())
        .toList();
  }

  /**
   * Returns the database of a member with its quota; empty where the member has no quota, or
   * neither pulse nor look tells the quota.
   */
  private static Optional<Database> database(
      Map.Entry<MemberName, MemberStatus> answer, Optional<ClusterView> view) {
    Quota quota = answer.getValue().storage().quota();
    if (quota instanceof Quota.NotRead) {
      quota =
          view.flatMap(seen -> seen.member(answer.getKey())).map(QuotaTrend::quota).orElse(quota);
    }
    return quota instanceof Quota.Limited limited
        ? Optional.of(new Database(answer.getKey(), answer.getValue(), limited.bytes()))
        : Optional.empty();
  }

  /** Quota by the metrics, else by the environment file, else etcd's default. */
  private static Quota quota(Member member) {
    Quota told =
        member.status().map(status -> status.storage().quota()).orElse(new Quota.NotRead());
    Quota set = told instanceof Quota.NotRead ? Quota.of(member.installation().settings()) : told;
    return set instanceof Quota.NotRead ? new Quota.Limited(Quota.DEFAULT_BYTES) : set;
  }

  private static String evidence(Database fullest, Optional<Duration> left) {
    return "The database of %s is at %d %% of its quota: %s of %s%s. %s"
        .formatted(
            fullest.member(),
            fullest.percent(),
            Amounts.mebibytes(fullest.status().dbSizeBytes()),
            Amounts.mebibytes(fullest.quota()),
            left.map(time -> "; it is full in " + Amounts.time(time) + " if it grows on")
                .orElse(""),
            remedy(fullest));
  }

  private static String remedy(Database fullest) {
    return fullest.percentFree() >= WORTH_IT
        ? fullest.percentFree()
            + " % of it are free pages, which the runbook defragment gives back."
        : "Nearly all of it is in use: let old revisions be compacted, delete keys, or raise "
            + Quota.SETTING
            + " on all members; at the quota etcd refuses all writes.";
  }
}
