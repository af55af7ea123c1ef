package io.quorate.recording;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Sentences;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.diagnosis.Writes;
import io.quorate.operation.Found;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Trouble of a view in brief: what is wrong, with which member, and since when. */
record FoundTrouble(ClusterView view, Diagnosis diagnosis) {
  private static final String WRITES_FAIL = "All writes fail.";

  static Found of(ClusterView view, Diagnosis diagnosis) {
    return new FoundTrouble(view, diagnosis).found();
  }

  private Found found() {
    return switch (diagnosis) {
      case QuorumLost lost -> quorumLost(lost);
      case Impaired impaired -> impaired(impaired);
      case Whole whole -> found("the cluster works", Optional.empty(), whole.sentence(), "");
      case Diagnosis.InMotion motion -> other(motion);
      case Diagnosis.Inconsistent trouble -> other(trouble);
      case Diagnosis.Unobservable blind -> other(blind);
    };
  }

  private Found found(String wrong, Optional<Instant> since, String meaning, String detail) {
    Optional<Instant> failing =
        writesFail() ? Optional.of(since.orElse(view.at())) : Optional.empty();
    return new Found(wrong, since, meaning, detail, view.at(), failing);
  }

  private boolean writesFail() {
    return Writes.of(diagnosis.code()) == Writes.IMPOSSIBLE
        || diagnosis instanceof Impaired && view.margin() < 0;
  }

  private Found quorumLost(QuorumLost lost) {
    List<Member> silent = silent();
    // Voters that answer and follow no leader can be missing, too; the headline tells of those.
    boolean enoughAnswer = view.voters().size() - silent.size() >= view.quorum().size();
    String detail =
        enoughAnswer
            ? lost.headline()
            : silent.size()
                + " of "
                + view.voters().size()
                + (view.voters().size() == 1 ? " voter" : " voters")
                + (silent.size() == 1 ? " is" : " are")
                + " missing: "
                + MemberName.inWords(silent.stream().map(Member::name).toList())
                + ".";
    return found("quorum is lost", quorumLostSince(silent), WRITES_FAIL, detail);
  }

  /** Returns when so many voters were silent that the others were no quorum any more. */
  private Optional<Instant> quorumLostSince(List<Member> silent) {
    int first = view.voters().size() - view.quorum().size();
    List<Instant> times = silent.stream().flatMap(one -> since(one).stream()).sorted().toList();
    return times.size() > first && first >= 0 ? Optional.of(times.get(first)) : Optional.empty();
  }

  private List<Member> silent() {
    return view.voters().stream().filter(voter -> !view.isLive(voter)).toList();
  }

  private Optional<Instant> since(Member member) {
    ObservationMemory known = view.remembered();
    return Optional.ofNullable(known.silentSince().get(member.name()))
        .or(() -> Optional.ofNullable(known.lostSince().get(member.name())));
  }

  private Found impaired(Impaired impaired) {
    List<Member> bad =
        view.voters().stream()
            .filter(voter -> VoterCondition.of(view, voter) != VoterCondition.VOTING)
            .toList();
    if (bad.isEmpty()) {
      return other(impaired);
    }
    Optional<Instant> since =
        bad.stream().flatMap(one -> since(one).stream()).min(Instant::compareTo);
    String wrong =
        bad.stream()
            .map(one -> one.name() + " " + inBrief(VoterCondition.of(view, one)))
            .collect(Collectors.joining(", "));
    return found(wrong, since, nextLoss(), bad.size() == 1 ? seen(bad.getFirst()) : "");
  }

  private static String inBrief(VoterCondition condition) {
    return switch (condition) {
      case VOTING -> "votes";
      case NOT_VOTING -> "follows no leader";
      case UNREACHABLE -> "is alive and Quorate cannot reach it";
      case HUNG -> "is hung";
      case NEVER_STARTED -> "was never started";
      case DISK_FULL -> "is stopped, its file system is full";
      case STOPPED -> "is stopped";
      case LOST -> "is lost";
      case OTHER_HISTORY -> "is stopped, its data is of another history";
      case SILENT -> "does not answer";
    };
  }

  /** Returns what was seen of a lost voter: {@code Its process is gone ...}. */
  private String seen(Member member) {
    VoterCondition condition = VoterCondition.of(view, member);
    String sentence = condition.sentence(view, member);
    return condition == VoterCondition.LOST
        ? Sentences.capital(sentence.substring(sentence.indexOf(':') + 1).strip()) + "."
        : "";
  }

  /** Returns what clients notice, or what the next loss would do. */
  private String nextLoss() {
    if (writesFail()) {
      return WRITES_FAIL;
    }
    return switch (Integer.signum(view.margin())) {
      case 0 -> "One more loss stops all writes.";
      default ->
          view.margin() == 1
              ? "One more loss can be borne."
              : view.margin() + " more losses can be borne.";
    };
  }

  private Found other(Diagnosis trouble) {
    String headline = trouble.headline().strip();
    String first = Sentences.first(headline);
    boolean saysIt = trouble.code() == DiagnosisCode.NO_SPACE;
    boolean counts =
        !saysIt && (writesFail() || trouble instanceof Impaired && !view.voters().isEmpty());
    return found(
        Sentences.small(first.replaceFirst("[.]$", "")),
        Optional.empty(),
        counts ? nextLoss() : "",
        "");
  }
}
