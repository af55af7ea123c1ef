package io.quorate.gateway;

import io.quorate.cluster.CleanText;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.operation.OperationState;
import io.quorate.operation.Request;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policy of who may steer operations: pause, continue, abort, retry and skip. By default approvers
 * may; who asked for an operation may pause and abort it until its first change.
 */
public final class Steering {
  private static final Logger LOG = LoggerFactory.getLogger(Steering.class);

  private static final int LONGEST_NAME = 100;

  /** Verbs that only stop an operation. */
  private static final Set<Request.Verb> STOPS = Set.of(Request.Verb.PAUSE, Request.Verb.ABORT);

  private final Approvers approvers;
  private final Optional<String> group;

  /** Creates the policy of these settings. */
  public Steering(ApprovalSettings settings) {
    this.approvers = settings.approvers();
    this.group = settings.steering();
  }

  /**
   * Returns why this person may not ask that of the operation, and who may; empty when they may.
   * Where nobody is an approver, anybody may: else a parked operation would stay parked.
   *
   * @param name of the person, for an approver the one in the configuration
   * @param state asks the operation for its state; empty when it does not answer
   */
  public Optional<String> refusal(
      Request.Verb verb, String name, Supplier<Optional<OperationState>> state) {
    if (may(name)) {
      return Optional.empty();
    }
    Optional<OperationState> own =
        STOPS.contains(verb)
            ? state.get().filter(seen -> seen.requestedBy().equalsIgnoreCase(name.strip()))
            : Optional.empty();
    if (own.isPresent() && !own.get().mayHaveChanged()) {
      return Optional.empty();
    }
    return Optional.of(
        own.isPresent()
            ? refused(
                "who asked may " + verb.words() + " it until its first change, and that has begun",
                name,
                verb.words())
            : mayNot(name, verb.words()));
  }

  /**
   * Returns why this person may not have an incident ask again, and who may; empty when they may.
   */
  public Optional<String> refusalToAskAgain(String name) {
    return may(name) ? Optional.empty() : Optional.of(mayNot(name, "ask again about"));
  }

  /** Returns why this person may not silence a finding, and who may; empty when they may. */
  public Optional<String> refusalToSilence(String name) {
    return may(name) ? Optional.empty() : Optional.of(mayNot(name, "silence"));
  }

  private boolean may(String name) {
    List<Approver> able = approvers.in(group);
    return able.isEmpty()
        || able.stream().anyMatch(one -> one.name().equalsIgnoreCase(name.strip()));
  }

  private String mayNot(String name, String what) {
    return refused(CleanText.line(name, LONGEST_NAME) + " may not " + what + " it", name, what);
  }

  private String refused(String why, String name, String what) {
    LOG.warn("Refused: {} may not {} it", CleanText.line(name, LONGEST_NAME), what);
    return "Not recorded: "
        + why
        + ". Approvers"
        + group.map(wanted -> " of " + wanted).orElse("")
        + " may: "
        + approvers.in(group).stream().map(Approver::name).collect(Collectors.joining(", "))
        + ".";
  }
}
