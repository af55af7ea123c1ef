package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Run;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The row of {@link DiagnosisTable} about learners, with what can be seen of their progress. */
final class LearnerRow {
  /** How many entries any follower may be behind without being worth a word. */
  private static final long NEAR = 100;

  private LearnerRow() {}

  static Optional<Diagnosis> joining(ClusterView view) {
    return view.learners().stream()
        .findFirst()
        .map(
            learner ->
                new InMotion(
                    DiagnosisCode.MEMBER_JOINING,
                    learner.name()
                        + " is a learner ("
                        + coming(view, learner)
                        + "); it does not count for quorum. "
                        + Names.quorum(view),
                    Optional.of(
                        view.isOtherPlace(learner) ? "planned-migration" : "minority-replace")));
  }

  /**
   * Describes a learner's progress as far as one look shows it: one look cannot tell whether the
   * learner stands still.
   */
  private static String coming(ClusterView view, Member learner) {
    if (learner.entry().filter(MembershipEntry::started).isEmpty() && !view.isLive(learner)) {
      return "it was never started";
    }
    if (!view.isLive(learner)) {
      return "it does not answer"
          + learner
              .silentSince()
              .filter(since -> since.isBefore(view.at()))
              .map(since -> " for " + Amounts.time(Duration.between(since, view.at())))
              .orElse("")
          + ", "
          + process(learner);
    }
    long behind =
        view.leader().flatMap(Member::status).map(MemberStatus::raftIndex).orElse(0L)
            - learner.appliedIndex();
    return behind <= NEAR
        ? "it answers"
        : String.format(Locale.ROOT, "it answers, %,d entries behind the leader", behind);
  }

  private static String process(Member learner) {
    String pid = learner.workload().run().map(Run::words).orElse("its process");
    return learner
        .hang()
        .map(hang -> "hung: " + pid + " " + hang.evidence())
        .orElse(learner.workload().evidence());
  }
}
