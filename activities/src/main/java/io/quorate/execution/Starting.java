package io.quorate.execution;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Starts a member with the membership as quorum confirms it, and waits until it serves. The failure
 * of a member that exits carries the last lines of its log.
 */
final class Starting {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  /** The time within which etcd ends by itself on data or settings that it cannot use. */
  private static final Duration TO_LIVE = Duration.ofSeconds(2);

  /** The histories whose token is not the one that the members' files were written with first. */
  private static final Set<Origin.Kind> NAMES_A_TOKEN =
      Set.of(Origin.Kind.RESTORED, Origin.Kind.UNDONE);

  private final Step step;
  private final MemberName member;
  private final StepContext context;
  private SortedMap<String, String> thisRun = Collections.emptySortedMap();
  private Optional<Destination> to = Optional.empty();

  Starting(Step step, MemberName member, StepContext context) {
    this.step = step;
    this.member = member;
    this.context = context;
  }

  /** Sets environment variables for this run of the process only. */
  Starting with(SortedMap<String, String> variables) {
    thisRun = variables;
    return this;
  }

  /** Binds this start to a node or zone. */
  Starting at(Destination destination) {
    to = Optional.of(destination);
    return this;
  }

  /**
   * Starts a member without data and waits until the step is done: it serves only once it has
   * received the leader's database. While it receives, nothing has failed.
   *
   * @param more than a member that stands still may take; a start needs a little longer
   */
  void whileItReceives(Duration more) {
    context.ports().workloads().start(member, settings().joining(), context.permit());
    Standstill standstill = new Standstill(System::nanoTime);
    context
        .polling(BETWEEN_LOOKS)
        .untilKnown(
            () -> {
              ClusterView view = context.lookAgain();
              standstill.see(before -> context.howFar(member, view, before));
              Optional<String> serving = serving(view, standstill.words());
              if (serving.isEmpty() && standstill.isTooLong(more)) {
                throw new Failure.Transient(
                    member
                        + " runs and does not serve: "
                        + standstill.words()
                        + ". "
                        + context.lastWords(member));
              }
              return serving;
            });
  }

  /**
   * Starts the member and waits until the step is done. The limit covers the replay of a long
   * write-ahead log.
   */
  void until(Duration limit) {
    context.ports().workloads().start(member, settings(), context.permit());
    Optional<String> evidence =
        context
            .polling(BETWEEN_LOOKS)
            .within(
                limit, () -> serving(context.lookAgain(), member + " runs and does not serve yet"));
    if (evidence.isEmpty()) {
      throw new Failure.Transient(
          member
              + " runs and did not serve within "
              + limit.toSeconds()
              + " s. "
              + context.lastWords(member));
    }
  }

  /**
   * Starts the member and sees its process live for a while; without quorum it answers nobody, so
   * nothing more can be seen of it. Returns the evidence.
   */
  String untilItRuns() {
    context.ports().workloads().start(member, settings(), context.permit());
    Optional<String> ended =
        context
            .polling(BETWEEN_LOOKS)
            .within(
                TO_LIVE,
                () -> {
                  context.attempt().progress(member + " runs; waiting whether it stays");
                  Workload process = context.ports().workloads().look(member);
                  return process.provenAbsent() || process.isRestarting()
                      ? Optional.of(process.evidence())
                      : Optional.empty();
                });
    if (ended.isPresent()) {
      RecordUpdate.startedInVain(context.ports(), member, context.view().at());
      throw new Failure.Transient(member + " exited after its start. " + context.lastWords(member));
    }
    return member + " runs: " + context.ports().workloads().look(member).evidence();
  }

  /** The evidence that the member serves; throws once its process has exited. */
  private Optional<String> serving(ClusterView view, String progress) {
    Optional<String> serving = step.isDone(view);
    if (serving.isEmpty() && context.ports().workloads().look(member).provenAbsent()) {
      throw new Failure.Transient(member + " exited after its start. " + context.lastWords(member));
    }
    context.attempt().progress(progress);
    return serving;
  }

  /**
   * The peer URLs of all members by name for {@code ETCD_INITIAL_CLUSTER}, the new member under its
   * own, which etcd learns only at this start. While a member is replaced by one of its own name,
   * the old one is listed by its id: names have to be unique here, and etcd matches by URLs.
   * Members of a restored cluster get its token, and those of one whose restore was undone the old
   * one, so that their files say to which history they belong.
   */
  private JoinSettings settings() {
    Map<String, List<String>> urls = new TreeMap<>();
    Member own = context.member(member);
    own.entry().ifPresent(listing -> urls.put(own.etcdName().value(), listing.peerUrls()));
    for (Member listed : context.view().members()) {
      Optional<MembershipEntry> listing =
          listed.entry().filter(any -> !listed.name().equals(member));
      listing.ifPresent(
          other -> {
            boolean taken = urls.containsKey(other.name());
            urls.put(taken ? "member-" + other.id() : other.name(), other.peerUrls());
          });
    }
    JoinSettings settings = new JoinSettings(urls, thisRun).at(to);
    return context
        .view()
        .past()
        .incarnation()
        .filter(history -> NAMES_A_TOKEN.contains(history.began().kind()))
        .flatMap(Incarnation::bootstrapName)
        .map(settings::withToken)
        .orElse(settings);
  }
}
