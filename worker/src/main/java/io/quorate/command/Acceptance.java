package io.quorate.command;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Configuration;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.ObservationMemory;
import io.quorate.record.RecordedPast;
import io.quorate.view.ClusterView;
import io.quorate.view.OtherMajority;
import io.quorate.view.Recorder;
import java.util.Optional;

/**
 * Acceptance of what answers now as a cluster's history: {@code quorate record accept}. The record
 * keeps who said so, by the one name that person has among the approvers, and how that is known.
 *
 * @param only the cluster id that the person read and means; empty where they named none
 */
record Acceptance(
    QuorateCommand quorate,
    Configuration configuration,
    ClusterKey cluster,
    String because,
    Optional<String> only) {

  /** Looks once and writes the record; returns the exit code. */
  int into(ClusterRecords records) {
    if (because.isBlank()) {
      throw VerbFailure.wrongUsage(
          "a history is accepted only with a reason; say it with --because TEXT");
    }
    String by = by();
    Optional<ClusterId> meant = only.map(Acceptance::parsed);
    ClusterView view = look();
    Optional<String> objection = new Recorder(view).doubt().or(() -> notMeant(view, meant));
    if (objection.isPresent()) {
      quorate.say("quorate: refused: " + objection.get());
      return ExitCode.REFUSED;
    }
    Optional<ClusterRecord> known = records.read(cluster).record();
    if (known.filter(record -> has(record, view)).isPresent()) {
      quorate.say("Nothing to accept: what answers is the history that the record has.");
      return ExitCode.NOTHING_TO_DO;
    }
    records.update(
        cluster,
        record ->
            has(record, view)
                ? record
                : new Recorder(view).accepting(record, by, because.strip()).orElse(record));
    quorate.say(
        "Accepted: cluster "
            + view.clusterId().map(ClusterId::toString).orElse("?")
            + " is the history of "
            + cluster
            + " from now on.");
    return ExitCode.DONE;
  }

  private static boolean has(ClusterRecord record, ClusterView view) {
    return record.current().isPresent()
        && new Recorder(view).conflict(record).isEmpty()
        && OtherMajority.in(view.after(RecordedPast.of(Optional.of(record)))).isEmpty();
  }

  private String by() {
    Person person = quorate.person().real();
    String name =
        configuration
            .approval()
            .approvers()
            .byName(person.name())
            .map(Approver::name)
            .orElse(person.name());
    return person.kind().named(name);
  }

  private static ClusterId parsed(String typed) {
    try {
      return ClusterId.parse(typed.strip());
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(
          "'" + typed + "' is no cluster id; it is in what status finds, such as cdf818194e3a8c32");
    }
  }

  private ClusterView look() {
    ClusterView view;
    try (Looks looks = quorate.wiring().looks(configuration)) {
      view = looks.look(cluster, ObservationMemory.NONE);
    }
    if (DiagnosisTable.diagnose(view) instanceof Diagnosis.Unobservable blind) {
      throw VerbFailure.unreachable(blind.sentence());
    }
    return view;
  }

  private static Optional<String> notMeant(ClusterView view, Optional<ClusterId> meant) {
    return meant
        .filter(id -> view.clusterId().filter(id::equals).isEmpty())
        .map(
            id ->
                "the members answer as cluster "
                    + view.clusterId().map(ClusterId::toString).orElse("?")
                    + ", not as "
                    + id
                    + ". Look again: quorate status "
                    + view.cluster());
  }
}
