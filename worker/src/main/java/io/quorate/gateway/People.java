package io.quorate.gateway;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.client.Outcome;
import io.quorate.cluster.CleanText;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.Taken;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Factory of decisions from what people said. A decision carries the approver's groups of that
 * moment; a stranger's decision has no groups, and the client refuses it.
 */
public record People(Supplier<Approvers> approvers, InstantSource clock, GatewayMetrics counts) {
  private static final int LONGEST_NAME = 100;

  /**
   * An approval or rejection.
   *
   * @param typed what was typed as the name of the cluster; empty where nothing was typed
   * @param question the id of the question that the person read; empty for a stranger, whose
   *     decision is not sent
   * @param identity how the door knows the name
   */
  public record Said(
      Decision.Kind kind,
      String digest,
      Door door,
      String reason,
      Optional<String> typed,
      Optional<String> question,
      Identity identity) {}

  /** Returns the approver behind a Slack account. */
  public Optional<Approver> inSlack(String team, String user) {
    return approvers.get().bySlack(team, user);
  }

  /** Returns the one name of a person: an approver's in the configuration, whatever alias. */
  public String named(String typed) {
    return approvers.get().byName(typed).map(Approver::name).orElse(typed);
  }

  /** Returns whether this is the name or an alias of an approver. */
  public boolean isApprover(String typed) {
    return approvers.get().byName(typed).isPresent();
  }

  /**
   * Returns why this person may not say to be on it; empty when they may. Whoever stops the
   * reminders has to be somebody whom reminders are for. Where nobody is an approver, anybody is.
   */
  public Optional<String> refusalToTake(String by) {
    return approvers.get().all().isEmpty() || isApprover(by)
        ? Optional.empty()
        : Optional.of(
            "Not recorded: "
                + CleanText.line(by, LONGEST_NAME)
                + " is not an approver of this installation. Approvers: "
                + approvers.get().all().stream()
                    .map(Approver::name)
                    .collect(Collectors.joining(", "))
                + ".");
  }

  /** Creates the take of a person whose name is known by this identity. */
  public Taken taken(String by, Identity identity, Door door) {
    return new Taken(identity.named(named(by)), door.words(), clock.instant());
  }

  /** Makes the wish of a person, who is known so, that an incident asks again. */
  public AskedAgain askedAgain(String by, Identity identity, Door door, String reason) {
    Taken said = taken(by, identity, door);
    return new AskedAgain(
        said.by(),
        said.door(),
        said.at(),
        Optional.of(CleanText.line(reason)).filter(words -> !words.isBlank()));
  }

  /** Makes a decision of a person whose name is not verified. */
  public Decision decision(Said said, String by) {
    return decision(said, by, approvers.get().byName(by));
  }

  /** Makes a decision of an approver, or of a stranger by that name. */
  public Decision decision(Said said, String by, Optional<Approver> approver) {
    return new Decision(
        said.digest(),
        approver.map(Approver::name).orElseGet(() -> CleanText.line(by)),
        approver.map(Approver::groups).orElse(Set.of()),
        said.door(),
        said.kind(),
        CleanText.line(said.reason()),
        clock.instant(),
        said.typed().map(CleanText::line),
        said.question(),
        Optional.of(said.identity()));
  }

  /** Counts a decision by its outcome. */
  public void count(Decision decision, Outcome<DecisionAnswer> outcome) {
    counts.decision(
        decision.door(),
        decision.kind(),
        switch (outcome) {
          case Outcome.Done<DecisionAnswer> done -> done.value().counted() ? "counted" : "refused";
          case Outcome.Missed<DecisionAnswer> missed ->
              switch (missed.reason()) {
                case UNCONFIRMED -> "unconfirmed";
                case RECORDED -> "recorded";
                case UNKNOWN, NO_WORKER, UNREACHABLE -> "failed";
              };
        });
  }
}
