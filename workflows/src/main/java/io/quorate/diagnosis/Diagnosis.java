package io.quorate.diagnosis;

import io.quorate.view.ClusterView;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Trouble of a cluster, from the ranked table of docs/etcd.md#ranked-table ({@link
 * DiagnosisTable}). Runbooks switch on the few families below, so that a new row does not touch
 * every runbook.
 */
public sealed interface Diagnosis {
  /** The row of the table that matched. */
  DiagnosisCode code();

  /** Says in a sentence or two what is wrong and what the trouble means. */
  String sentence();

  /**
   * Returns the beginning of the sentence: what is wrong, without what was seen of each member. The
   * text may lack its full stop.
   */
  default String headline() {
    return sentence();
  }

  /**
   * Returns how many more voters may be lost before writes stop; below 0 quorum is lost. Empty
   * where too little was seen, or an election is under way, so that the voters that are seen to
   * vote tell nothing.
   */
  default Optional<Integer> margin(ClusterView view) {
    boolean tells = !(this instanceof Unobservable) && code() != DiagnosisCode.LEADER_DISPUTED;
    return tells ? Optional.of(view.margin()) : Optional.empty();
  }

  /**
   * Returns the diagnosis with the condition of each voter that does not vote: {@code
   * minority-lost: etcd-1 LOST}. The text has no sentences, which contain error texts that differ
   * from look to look.
   */
  default String trouble(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> VoterCondition.of(view, voter) != VoterCondition.VOTING)
        .map(voter -> voter.name() + " " + VoterCondition.of(view, voter))
        .sorted()
        .collect(Collectors.joining(", ", code().words() + ": ", ""));
  }

  /** The runbook that answers it, whether this version has it or a later one. */
  Optional<String> runbook();

  /** Every voter votes and nothing is under way. */
  record Whole(String sentence) implements Diagnosis {
    @Override
    public DiagnosisCode code() {
      return DiagnosisCode.WHOLE;
    }

    @Override
    public Optional<String> runbook() {
      return Optional.empty();
    }
  }

  /** Quorum holds, and something is wrong with a minority of the members. */
  record Impaired(DiagnosisCode code, String sentence, Optional<String> runbook)
      implements Diagnosis {}

  /** Something is under way: a learner, an upgrade, an election. */
  record InMotion(DiagnosisCode code, String sentence, Optional<String> runbook)
      implements Diagnosis {}

  /**
   * Members contradict each other, or an alarm says that the cluster cannot be trusted as it is.
   *
   * @param details what was seen of each member and what a person can do, after a blank; empty text
   *     for nothing
   */
  record Inconsistent(DiagnosisCode code, String headline, String details, Optional<String> runbook)
      implements Diagnosis {
    Inconsistent(DiagnosisCode code, String sentence, Optional<String> runbook) {
      this(code, sentence, "", runbook);
    }

    @Override
    public String sentence() {
      return headline + details;
    }
  }

  /**
   * No quorum: writes and linearizable reads stop.
   *
   * @param details what was seen of each member, after a blank; empty text for nothing
   */
  record QuorumLost(DiagnosisCode code, String headline, String details, Optional<String> runbook)
      implements Diagnosis {
    @Override
    public String sentence() {
      return headline + details;
    }
  }

  /**
   * Too little was seen for any diagnosis.
   *
   * @param details what was seen of each member, after a blank; empty text for nothing
   */
  record Unobservable(DiagnosisCode code, String headline, String details) implements Diagnosis {
    @Override
    public String sentence() {
      return headline + details;
    }

    @Override
    public Optional<String> runbook() {
      return Optional.empty();
    }
  }
}
