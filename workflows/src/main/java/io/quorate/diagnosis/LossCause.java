package io.quorate.diagnosis;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Causes of a loss, as one look saw them: for each voter that does not vote what was seen of why,
 * and no more. A process that is gone is the loss and not its cause, so it is said that the cause
 * was not seen.
 */
public final class LossCause {
  /** Words of evidence that tell how a process ended: of systemd, of a kubelet, of etcd's log. */
  private static final Pattern END = Pattern.compile("exit (code )?-?\\d|ends with: |waits: ");

  /** Characters of the sentences about one voter. */
  private static final int LONGEST = 600;

  private LossCause() {}

  /** Returns what was seen of why each voter does not vote, in sentences; empty where all vote. */
  public static List<String> in(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> !view.isVoting(voter))
        .map(voter -> CleanText.line(sentence(view, voter), LONGEST))
        .toList();
  }

  private static String sentence(ClusterView view, Member voter) {
    String causes =
        Stream.of(
                address(voter),
                tls(voter),
                hang(voter),
                disk(voter),
                end(voter),
                host(voter),
                data(voter))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    VoterCondition condition = VoterCondition.of(view, voter);
    if (causes.isEmpty()) {
      return voter.name()
          + " "
          + condition.sentence(view, voter)
          + (condition == VoterCondition.NEVER_STARTED ? "." : ". Quorate did not see why.");
    }
    boolean unseen =
        voter.workload().provenAbsent() && end(voter).isEmpty() && disk(voter).isEmpty();
    return voter.name()
        + ": "
        + causes
        + (unseen ? ". Quorate did not see why its process ended." : ".");
  }

  private static Optional<String> address(Member voter) {
    return ChangedAddress.of(voter)
        .map(
            changed ->
                "the membership has it at %s, and the configuration at %s"
                    .formatted(String.join(", ", changed.listed()), changed.configured()));
  }

  private static Optional<String> tls(Member voter) {
    return voter.tlsFailure().map(TlsFailure::words);
  }

  private static Optional<String> hang(Member voter) {
    return voter
        .hang()
        .filter(sign -> sign.kind() != Hang.Kind.MUTE)
        .map(sign -> "its process " + sign.evidence());
  }

  private static Optional<String> disk(Member voter) {
    return voter.workload().complaint().map("its file system is full, by its log: "::concat);
  }

  private static Optional<String> end(Member voter) {
    return Optional.of(voter.workload().evidence())
        .filter(words -> !voter.workload().runs() && END.matcher(words).find());
  }

  private static Optional<String> host(Member voter) {
    return voter.workload().state() == Workload.Uncertain.UNREACHABLE
        ? Optional.of(
            "its %s is not reached: ".formatted(voter.words().place())
                + voter
                    .silence()
                    .filter(Silence.Unreachable.class::isInstance)
                    .map(Silence::words)
                    .orElse(voter.workload().evidence()))
        : Optional.empty();
  }

  private static Optional<String> data(Member voter) {
    return voter
        .data()
        .doubt()
        .or(
            () ->
                Optional.of(voter)
                    .filter(any -> voter.data().lost())
                    .map(VoterCondition::lostData));
  }
}
