package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Sentences;
import io.quorate.wire.WhatIfJson;
import io.quorate.wire.WhatIfJson.LossJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Text of {@code quorate what-if}: one loss in full, or a table of all, the worst first. */
record WhatIfText(WhatIfJson found) {
  private static final int WIDEST = 28;

  /**
   * Returns the first loss in full.
   *
   * @param answer what would be proposed, as {@code quorate plan} prints it
   */
  String one(String answer) {
    LossJson loss = found.losses().getFirst();
    List<String> lines = new ArrayList<>();
    lines.add("Stated: the loss of " + loss.words() + ". It has not happened.");
    lines.add("Found then: " + loss.finding());
    lines.add("");
    lines.add(answer.stripTrailing());
    lines.add("");
    loss.needs().ifPresent(who -> lines.add("Approved by: " + approvers(who)));
    loss.costs().ifPresent(cost -> lines.add("Costs: " + Sentences.ended(cost)));
    loss.lostSeconds().ifPresent(most -> lines.add("Loses: " + atMost(most) + "."));
    loss.trialSeconds().ifPresent(took -> lines.add("Took on trial: " + time(took) + "."));
    loss.cheaper().forEach(what -> lines.add("Do today: " + what));
    return String.join("\n", lines).stripTrailing() + "\n";
  }

  /** Returns a table with a line for each loss. */
  String table() {
    Table table =
        new Table().row("LOSS OF", "VOTERS", "QUORUM", "PROPOSED", "APPROVED BY", "COSTS");
    found
        .losses()
        .forEach(
            loss ->
                table.row(
                    shortened(loss.words()),
                    String.join(", ", loss.voters()),
                    quorum(loss),
                    loss.proposed().orElse("nothing: " + loss.diagnosis()),
                    loss.needs().map(WhatIfText::approvers).orElse(""),
                    cost(loss)));
    return table.text();
  }

  /** Returns the words without the end of a long id. */
  private static String shortened(String words) {
    return words.length() <= WIDEST ? words : words.substring(0, WIDEST - 1) + "…";
  }

  private static String quorum(LossJson loss) {
    return loss.margin().map(left -> left < 0 ? "gone" : left + " to spare").orElse("not known");
  }

  private static String cost(LossJson loss) {
    return loss.lostSeconds()
        .map(WhatIfText::atMost)
        .or(() -> loss.costs().map(Sentences::first))
        .orElse("");
  }

  private static String atMost(long seconds) {
    return "at most " + time(seconds) + " of writes";
  }

  private static String approvers(String needs) {
    return switch (needs) {
      case "0" -> "nobody";
      case "1" -> "1 approver";
      default -> needs.matches("\\d+") ? needs + " approvers" : needs;
    };
  }

  private static String time(long seconds) {
    return Amounts.time(Duration.ofSeconds(seconds));
  }
}
