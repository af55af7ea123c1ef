package io.quorate.watch;

import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.BackupAdvice;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Protection;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rule of backups and restores on trial that are older than the configuration allows. Where it asks
 * for none, {@code quorate status} advises, and there is no finding.
 */
final class OldBackup {
  private static final Set<String> BACKUPS = Set.of("backup-age", "backup-gone", "backup-bad");
  private static final String DRILL = "drill-age";

  private OldBackup() {}

  static List<Sign> signs(ClusterKnowledge known) {
    Optional<ClusterView> seen = known.view();
    Optional<Protection> protection =
        seen.flatMap(ClusterView::protection).filter(any -> any.unread().isEmpty());
    if (protection.isEmpty()) {
      return Stream.of(FindingKind.BACKUP, FindingKind.DRILL).flatMap(known::standing).toList();
    }
    BackupPolicy policy = protection.get().policy();
    ClusterView view = seen.get();
    return new BackupAdvice(view.cluster(), protection.get(), view.lastSnapshot(), view.at())
        .all().stream().flatMap(advice -> sign(advice, policy).stream()).toList();
  }

  private static Optional<Sign> sign(Advice advice, BackupPolicy policy) {
    if (BACKUPS.contains(advice.name()) && policy.every().isPresent()) {
      return Optional.of(sign(FindingKind.BACKUP, advice));
    }
    return advice.name().equals(DRILL) && policy.drillWithin().isPresent()
        ? Optional.of(sign(FindingKind.DRILL, advice))
        : Optional.empty();
  }

  private static Sign sign(FindingKind kind, Advice advice) {
    return new Sign(kind, advice.name(), Sign.Urgency.SOON, advice.sentence());
  }
}
