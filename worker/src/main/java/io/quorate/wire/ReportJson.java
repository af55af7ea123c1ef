package io.quorate.wire;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Output of {@code quorate report INCIDENT -o json}, and content of the file that is kept beside
 * the snapshots: one incident, or one operation without an incident, for the review after it.
 *
 * @param incident {@code <cluster>.<last 8 of its first run's id>}: of the incident, or of the
 *     operation that had none
 * @param kind {@code incident} or {@code operation}
 * @param headline what happened, in one sentence
 * @param closedAt when it was over; null while it is open
 * @param alerts alerts that the incident received, in their order
 * @param findings diagnoses by time; each stands until the next
 * @param milestones from the first alert to the whole cluster; those that were not reached are left
 *     out
 * @param outages times in which no write could succeed
 * @param operations operations of the cluster in this time, the first one first
 * @param lost what the cluster lost, a sentence each; empty where no operation gave up data
 * @param left what is left to remove or to look after
 * @param links where more is to be seen
 * @param notices what is missing from this report, and why
 * @param rehearsal who was reached by a rehearsal; null for every other report
 */
public record ReportJson(
    String incident,
    String kind,
    String cluster,
    String headline,
    Instant openedAt,
    Optional<Instant> closedAt,
    List<AlertJson> alerts,
    List<FindingJson> findings,
    List<MilestoneJson> milestones,
    List<OutageJson> outages,
    List<OperationJson> operations,
    List<String> lost,
    List<LeftJson> left,
    List<LinkJson> links,
    List<String> notices,
    Optional<RehearsalJson> rehearsal) {
  public ReportJson {
    alerts = List.copyOf(alerts);
    findings = List.copyOf(findings);
    milestones = List.copyOf(milestones);
    outages = List.copyOf(outages);
    operations = List.copyOf(operations);
    lost = List.copyOf(lost);
    left = List.copyOf(left);
    links = List.copyOf(links);
    notices = List.copyOf(notices);
  }

  /** A report of what was no rehearsal. */
  public ReportJson(
      String incident,
      String kind,
      String cluster,
      String headline,
      Instant openedAt,
      Optional<Instant> closedAt,
      List<AlertJson> alerts,
      List<FindingJson> findings,
      List<MilestoneJson> milestones,
      List<OutageJson> outages,
      List<OperationJson> operations,
      List<String> lost,
      List<LeftJson> left,
      List<LinkJson> links,
      List<String> notices) {
    this(
        incident,
        kind,
        cluster,
        headline,
        openedAt,
        closedAt,
        alerts,
        findings,
        milestones,
        outages,
        operations,
        lost,
        left,
        links,
        notices,
        Optional.empty());
  }

  /**
   * One firing episode of an alert.
   *
   * @param startsAt since when the alert fires, by Alertmanager's word
   * @param heardAt when it reached Quorate
   * @param resolvedAt when Quorate heard that it is over; null where it never did
   * @param standing what a finding of the watch is about that no diagnosis shows; null for all
   *     other alerts
   */
  public record AlertJson(
      String name,
      Instant startsAt,
      Instant heardAt,
      Optional<Instant> resolvedAt,
      Optional<StandingJson> standing) {}

  /**
   * Finding of the watch in a cluster that may work.
   *
   * @param kind its stable name, such as {@code slow-disk}
   * @param subject the part of the cluster that has the trouble; empty text for the whole cluster
   * @param sentence what was wrong, as it was told last
   */
  public record StandingJson(String kind, String subject, String sentence) {}

  /**
   * Diagnosis from this time on.
   *
   * @param name stable name of the diagnosis, such as {@code minority-lost}; {@code not-seen} where
   *     the look failed
   * @param writes {@code possible}, {@code impossible} or {@code unknown}
   */
  public record FindingJson(Instant at, String name, String sentence, String writes) {}

  /**
   * A point that the incident reached.
   *
   * @param name {@code alert}, {@code found}, {@code detected}, {@code asked}, {@code approved},
   *     {@code first-change}, {@code writes-failed}, {@code writes-back}, {@code whole}, {@code
   *     over}
   * @param secondsSinceLast time since the milestone before it
   * @param secondsSinceFirst time since the first milestone
   */
  public record MilestoneJson(
      String name, Instant at, long secondsSinceLast, long secondsSinceFirst) {}

  /**
   * A time in which no write could succeed.
   *
   * @param to when writes were possible again; null where that was not seen
   * @param because the diagnosis that told of it, or the step of Quorate's that stopped them
   */
  public record OutageJson(Instant from, Optional<Instant> to, String because) {}

  /**
   * One operation.
   *
   * @param because how it ended, or why it is in its state, in a sentence
   * @param loss what its plan gives up, as the approvers read it; null where it gives up nothing
   * @param warnings warnings that the approvers of its last plan read
   * @param timeline what happened in it, and who decided
   * @param causes reasons of voters that do not vote, as the look of the first plan saw them, a
   *     sentence a voter; null where no plan can be read
   * @param begin the cluster as the first look of the operation saw it; null where no look is
   *     stored
   * @param end the cluster as the last look saw it after all that the operation changed; null where
   *     no look is stored
   */
  public record OperationJson(
      String because,
      Optional<LossReport> loss,
      List<String> warnings,
      TimelineJson timeline,
      Optional<List<String>> causes,
      Optional<SeenJson> begin,
      Optional<SeenJson> end) {
    public OperationJson {
      warnings = List.copyOf(warnings);
      causes = causes.map(List::copyOf);
    }

    /** Returns the operation as it is now, in other words about its end. */
    public OperationJson asOf(String why, TimelineJson until) {
      return new OperationJson(why, loss, warnings, until, causes, begin, end);
    }

    /**
     * Returns the operation with a look of the incident, unless a look of the operation is stored.
     */
    public OperationJson seenAfter(Optional<SeenJson> look) {
      return new OperationJson(
          because, loss, warnings, timeline, causes, begin, end.or(() -> look));
    }
  }

  /**
   * Cluster in one look.
   *
   * @param members peer URLs of the membership by id; null where no leader was seen, because the
   *     list may be an old one
   * @param silent names of the members that did not answer
   * @param processes what was seen of each member; null where the history has not all of the look
   */
  public record SeenJson(
      Instant at,
      Optional<Map<String, String>> members,
      List<String> silent,
      Optional<List<ProcessJson>> processes) {
    public SeenJson {
      members = members.map(Collections::unmodifiableMap);
      silent = List.copyOf(silent);
      processes = processes.map(List::copyOf);
    }
  }

  /**
   * Member in one look.
   *
   * @param id in the membership; null where the member is not in it
   * @param state {@code runs}, {@code stopped} or {@code unknown}
   * @param version of etcd, as the member answered; null where it did not
   * @param data whose data its directory holds: {@code member a1 of cluster c1}; null where nobody
   *     read that
   */
  public record ProcessJson(
      String name,
      Optional<String> id,
      String state,
      Optional<String> version,
      Optional<String> data) {
    public static final String RUNS = "runs";
    public static final String STOPPED = "stopped";
    public static final String UNKNOWN = "unknown";
  }

  /**
   * Something that is left.
   *
   * @param what in a sentence
   * @param where the path of a directory; null for anything else
   * @param operation the operation that left it
   */
  public record LeftJson(String what, Optional<String> where, String operation) {}

  /**
   * Course of a rehearsal.
   *
   * @param askedAt when its question was asked
   * @param toldAt when the question stood in Slack; null where it never did, or nobody knows
   * @param remindedAt when people were reminded last; null where they were not
   * @param pagerDueAt when the rule of the pager was due; null where enough people answered before
   * @param pressed every answer, in its order, also those that did not count
   * @param failed what did not work, a sentence each; empty where all of it did
   */
  public record RehearsalJson(
      Instant askedAt,
      Optional<Instant> toldAt,
      Optional<Instant> remindedAt,
      Optional<Instant> pagerDueAt,
      List<PressedJson> pressed,
      List<String> failed) {
    public RehearsalJson {
      pressed = List.copyOf(pressed);
      failed = List.copyOf(failed);
    }
  }

  /**
   * An answer in a rehearsal.
   *
   * @param door door through which it came; null where that is not recorded
   * @param secondsAfter time since the question was asked
   * @param counted whether it counted
   * @param answer what the person was told
   */
  public record PressedJson(
      String name,
      String verb,
      Optional<String> door,
      Instant at,
      long secondsAfter,
      boolean counted,
      String answer) {}

  /** Where more is to be seen. */
  public record LinkJson(String what, String url) {}

  /** Whether it is still under way. */
  public boolean isOpen() {
    return closedAt.isEmpty();
  }

  /** Whether this operation is one of the report's. */
  public boolean has(String operation) {
    return operations.stream().anyMatch(one -> one.timeline().operation().equals(operation));
  }

  /** Returns the report with other words about where more is to be seen. */
  public ReportJson linked(List<LinkJson> where) {
    return new ReportJson(
        incident,
        kind,
        cluster,
        headline,
        openedAt,
        closedAt,
        alerts,
        findings,
        milestones,
        outages,
        operations,
        lost,
        left,
        where,
        notices,
        rehearsal);
  }
}
