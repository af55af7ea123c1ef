package io.quorate.worker.watch;

import io.quorate.causes.SharedAttribute;
import io.quorate.causes.TroubledCluster;
import io.quorate.causes.VersionShare;
import io.quorate.client.Incidents;
import io.quorate.client.OperationExecution;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.Age;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.cluster.StableName;
import io.quorate.operation.Alert;
import io.quorate.operation.OperationState;
import io.quorate.watch.ClusterWatch.Telling;
import io.quorate.watch.Finding;
import io.quorate.watch.Sign;
import io.quorate.watch.StandingFinding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Way of a finding to the incident of its cluster: the finding arrives as an alert does, so an
 * alert of Alertmanager joins the same incident.
 *
 * @param attributes what the silent members of a cluster share with other clusters
 * @param temporal way of all calls that no worker answers
 */
public record Tellings(
    QuorateClient client, Attributes attributes, SparedCalls temporal, Clock clock)
    implements Watchman.Reporter {
  /** Way to what the silent members of a cluster share with other clusters. */
  public interface Attributes {
    /** Returns the attributes that enough clusters share, the version last. */
    List<SharedAttribute> of(
        ClusterKey cluster, Map<MemberName, Silence> silences, Optional<VersionShare> version);
  }

  /**
   * Fingerprint of the alerts of all findings. A trouble is one firing episode from its first sign
   * to its end, whatever it is called meanwhile, so that people are asked once.
   */
  private static final String FINGERPRINT = "quorate-watch";

  /** How long an operation at work may look like trouble before people are told all the same. */
  private static final Duration LONGEST = Duration.ofMinutes(15);

  /**
   * How long a finding that is no diagnosis stands in the incident unless it is told again: three
   * times as long as the watch needs for that. A watch that is gone keeps no incident open.
   */
  private static final Duration STANDS = StandingFinding.AGAIN.multipliedBy(3);

  /**
   * Tells the incident of the cluster of a finding, and opens an incident where none is open. While
   * an operation carries out its steps, nothing is told: what the operation does looks like
   * trouble.
   */
  @Override
  public Telling tell(ClusterKey cluster, Finding finding) {
    return switch (current(cluster)) {
      case Outcome.Done<OperationExecution> done when isRecent(finding) && isAtWork(done.value()) ->
          Telling.HELD_BACK;
      case Outcome.Missed<OperationExecution> missed
          when missed.reason() != Outcome.Reason.UNKNOWN ->
          Telling.UNTOLD;
      default -> pass(cluster, alert(finding, true)) ? Telling.TOLD : Telling.UNTOLD;
    };
  }

  /**
   * Tells the workflow {@code fleet/causes} of a cluster in trouble. A cluster that shares nothing
   * with others counts as heard.
   */
  @Override
  public boolean noticed(
      ClusterKey cluster,
      Finding finding,
      int margin,
      Map<MemberName, Silence> silences,
      Optional<VersionShare> version) {
    List<SharedAttribute> shared = attributes.of(cluster, silences, version);
    TroubledCluster one = new TroubledCluster(cluster, finding.since(), margin, shared);
    return shared.isEmpty()
        || temporal.ask(() -> client.causes().troubled(one)).answer().isPresent();
  }

  /** Tells {@code fleet/causes}; where that does not run, nobody has to hear. */
  @Override
  public boolean well(ClusterKey cluster) {
    return temporal
        .ask(() -> client.causes().well(cluster))
        .recover(Outcome.Reason.UNKNOWN, nobody -> true)
        .answer()
        .isPresent();
  }

  private Outcome<OperationExecution> current(ClusterKey cluster) {
    return temporal.ask(() -> client.directory().current(cluster));
  }

  private boolean isRecent(Finding finding) {
    return Age.isBelow(LONGEST, finding.since(), clock.instant());
  }

  /**
   * Returns whether a running operation may be the cause of the trouble; false where the operation
   * does not answer.
   */
  private boolean isAtWork(OperationExecution operation) {
    return operation.running()
        && client.operations().show(operation) instanceof Outcome.Done<OperationState> shown
        && shown.value().mayTroubleItsCluster();
  }

  /** Tells the incident of the cluster that the trouble of a finding is over. */
  @Override
  public boolean tellOver(ClusterKey cluster, Finding finding) {
    return pass(cluster, alert(finding, false));
  }

  /**
   * Tells the incident of the cluster of a finding that is no diagnosis. Where an operation changed
   * something lately that looks the same, nothing is told.
   */
  @Override
  public Telling tell(ClusterKey cluster, StandingFinding finding) {
    if (finding.sign().kind().mayBeOurs()) {
      switch (current(cluster)) {
        case Outcome.Done<OperationExecution> done when hasChangedLately(done.value()) -> {
          return Telling.HELD_BACK;
        }
        case Outcome.Missed<OperationExecution> missed
            when missed.reason() != Outcome.Reason.UNKNOWN -> {
          return Telling.UNTOLD;
        }
        default -> {
          // No operation is the cause.
        }
      }
    }
    return pass(cluster, alert(finding, true, Optional.empty())) ? Telling.TOLD : Telling.UNTOLD;
  }

  private boolean hasChangedLately(OperationExecution operation) {
    Instant now = clock.instant();
    return operation.endedAt().filter(ended -> !Age.isBelow(LONGEST, ended, now)).isEmpty()
        && client.operations().show(operation) instanceof Outcome.Done<OperationState> shown
        && shown.value().hasChangedSince(now.minus(LONGEST));
  }

  @Override
  public boolean tellOver(ClusterKey cluster, StandingFinding finding, Optional<String> untold) {
    return pass(cluster, alert(finding, false, untold));
  }

  private Alert alert(StandingFinding finding, boolean firing, Optional<String> untold) {
    Sign sign = finding.sign();
    return new Alert(
        name(sign.kind().words()),
        sign.subject().isEmpty()
            ? FINGERPRINT + "/" + sign.kind().words()
            : FINGERPRINT + "/" + sign.kind().words() + "/" + sign.subject(),
        finding.since(),
        firing,
        Optional.of(
            new Alert.Standing(
                sign.kind().words(),
                sign.subject(),
                sign.evidence(),
                clock.instant().plus(STANDS),
                Optional.of(sign.urgency().words()),
                untold,
                Optional.of(sign.urgentFor()))));
  }

  private boolean pass(ClusterKey cluster, Alert alert) {
    List<Incidents.Routed> alerts = List.of(new Incidents.Routed(cluster, alert));
    return temporal.ask(() -> client.incidents().pass(alerts)).answer().isPresent();
  }

  private static Alert alert(Finding finding, boolean firing) {
    return new Alert(name(finding.code().words()), FINGERPRINT, finding.since(), firing);
  }

  private static String name(String words) {
    return CleanText.line("QuorateWatch" + StableName.typeOf(words));
  }
}
