package io.quorate.runbook;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Sentences;
import io.quorate.view.ClusterView;
import io.quorate.view.NamedLoss;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Advice for today, by which a stated loss would cost less. */
record CheaperLoss(WhatIf judged) {
  private static final int FEWEST_TO_SPARE_ONE = 3;

  /** Returns a sentence each; none where nothing is known that helps. */
  List<String> sentences() {
    return Stream.of(snapshot(), drill(), elsewhere(), moreVoters(), judged.shortage())
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<String> snapshot() {
    if (!judged.mayRestore()) {
      return Optional.empty();
    }
    return Optional.of(
        (today().lastSnapshot().isEmpty()
                ? "Save a snapshot, for there is none: "
                : "Save a snapshot, so that only what is written after it can be lost"
                    + judged
                        .lostTime()
                        .map(time -> ", not the last " + Amounts.time(time))
                        .orElse("")
                    + ": ")
            + start("backup"));
  }

  private Optional<String> drill() {
    return judged.mayRestore() && judged.tookOnTrial().isEmpty()
        ? Optional.of(
            "Try a restore, for nobody knows how long one takes: " + start("restore-drill"))
        : Optional.empty();
  }

  /** Names the one thing that ends quorum alone because it has too many voters. */
  private Optional<String> elsewhere() {
    int lost = judged.lostVoters().size();
    int all = today().voters().size();
    return endsQuorum() && judged.losses().size() == 1 && lost > 1
        ? Optional.of(
            Sentences.capital(NamedLoss.words(judged.losses()))
                + " has "
                + lost
                + " of "
                + all
                + " voters"
                + judged
                    .losses()
                    .getFirst()
                    .always(today())
                    .map(". "::concat)
                    .orElseGet(this::move))
        : Optional.empty();
  }

  private String move() {
    return "; move one of them elsewhere: "
        + start("planned-migration", "--member", judged.lostVoters().getLast().name().value());
  }

  private Optional<String> moreVoters() {
    return endsQuorum()
            && judged.lostVoters().size() == 1
            && today().voters().size() < FEWEST_TO_SPARE_ONE
        ? Optional.of("Run 3 voters, so that one may be lost: " + start("scale", "--members", "3"))
        : Optional.empty();
  }

  private boolean endsQuorum() {
    return today().margin() >= 0 && judged.margin().filter(left -> left < 0).isPresent();
  }

  private ClusterView today() {
    return judged.today();
  }

  private String start(String runbook, String... options) {
    return Wording.start(today(), runbook, options);
  }
}
