package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.NearNames;
import io.quorate.operation.OperationRequest;
import io.temporal.client.WorkflowClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Directory of the operations. Temporal's visibility lags behind its histories, so the current run
 * of each cluster is described directly and the list only adds past runs.
 */
public final class OperationDirectory {
  private static final Pattern OPERATION = Pattern.compile("([-_a-z0-9]{1,63})\\.([-0-9a-f]{8})");

  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final Supplier<KnownClusters> known;

  /**
   * Creates a directory.
   *
   * @param known clusters; an operation of a cluster that is left out is found by the operation's
   *     id
   */
  OperationDirectory(WorkflowClient client, TemporalCalls calls, Supplier<KnownClusters> known) {
    this.client = client;
    this.calls = calls;
    this.known = known;
  }

  /**
   * Operations of some clusters, as far as Temporal answered.
   *
   * @param notice why some may be missing; empty when Temporal answered for all
   */
  public record Found(List<OperationExecution> targets, Optional<String> notice) {}

  /**
   * Finds an operation by its id, or by its cluster: the operation that runs there, else the last
   * one.
   */
  public Outcome<OperationExecution> find(String name) {
    Optional<ClusterKey> cluster = configured(name);
    if (cluster.isPresent()) {
      return current(cluster.get())
          .explain(Outcome.Reason.UNKNOWN, name + " has had no operation yet.");
    }
    Matcher id = OPERATION.matcher(name);
    Optional<ClusterKey> owner = id.matches() ? known(id.group(1)) : Optional.empty();
    if (owner.isEmpty() && reason(name).isPresent()) {
      return Outcome.missed(Outcome.Reason.UNKNOWN, reason(name).get());
    }
    return owner.isPresent() ? run(owner.get(), id.group(2)) : unknown(name, clusterNames());
  }

  /** Returns the newest run of a cluster, whether it still runs or not. */
  public Outcome<OperationExecution> current(ClusterKey cluster) {
    return calls.within(Deadlines.ANSWER, () -> chains(cluster).newest());
  }

  /**
   * Returns whether Temporal knows that an operation of this cluster ended before this time, and
   * that no other one of the cluster ran since. False where Temporal does not answer, or has
   * forgotten the operation.
   */
  public boolean isOver(ClusterKey cluster, String operation, Instant time) {
    return operation.startsWith(cluster + ".")
        && isOver(current(cluster), time)
        && isOver(find(operation), time);
  }

  private static boolean isOver(Outcome<OperationExecution> found, Instant time) {
    return found instanceof Outcome.Done<OperationExecution> done
        && done.value().endedAt().filter(time::isAfter).isPresent();
  }

  /** Returns the newest runs of these clusters. */
  public Map<ClusterKey, Outcome<OperationExecution>> current(List<ClusterKey> some) {
    List<Outcome<OperationExecution>> answers =
        calls.all(
            Deadlines.ANSWER,
            some.stream()
                .<Callable<OperationExecution>>map(cluster -> () -> chains(cluster).newest())
                .toList());
    Map<ClusterKey, Outcome<OperationExecution>> found = new HashMap<>();
    for (int index = 0; index < some.size(); index++) {
      found.put(some.get(index), answers.get(index));
    }
    return found;
  }

  /** Returns the operations of these clusters, the newest first. */
  public Outcome<Found> list(List<ClusterKey> wanted) {
    // All questions run at once, because the whole answer has one deadline.
    List<Callable<List<OperationExecution>>> questions = new ArrayList<>();
    wanted.forEach(cluster -> questions.add(() -> chains(cluster).current()));
    wanted.forEach(cluster -> questions.add(() -> chains(cluster).visible()));
    List<Outcome<List<OperationExecution>>> answers = calls.all(Deadlines.ANSWER, questions);
    return answers.stream().anyMatch(Outcome.Done.class::isInstance)
        ? new Outcome.Done<>(
            found(
                answers.subList(0, wanted.size()), answers.subList(wanted.size(), answers.size())))
        : answers.stream()
            .findFirst()
            .map(missed -> missed.map(none -> new Found(none, Optional.empty())))
            .orElseGet(() -> new Outcome.Done<>(new Found(List.of(), Optional.empty())));
  }

  /**
   * Collects the operations for which Temporal answered. A cluster without an answer becomes a
   * notice and does not hide the operations of the others.
   */
  private static Found found(
      List<Outcome<List<OperationExecution>>> newest,
      List<Outcome<List<OperationExecution>>> past) {
    List<OperationExecution> all = new ArrayList<>();
    Optional<String> notice = Optional.empty();
    for (Outcome<List<OperationExecution>> outcome : past) {
      if (outcome instanceof Outcome.Missed<List<OperationExecution>> missed) {
        notice = Optional.of("Earlier operations are missing here. " + missed.sentence());
      }
    }
    for (Outcome<List<OperationExecution>> outcome : newest) {
      switch (outcome) {
        case Outcome.Done<List<OperationExecution>> done -> all.addAll(done.value());
        case Outcome.Missed<List<OperationExecution>> missed ->
            notice = Optional.of("Current operations may be missing here. " + missed.sentence());
      }
    }
    for (Outcome<List<OperationExecution>> outcome : past) {
      if (outcome instanceof Outcome.Done<List<OperationExecution>> done) {
        done.value().stream()
            .filter(one -> all.stream().noneMatch(had -> isSameOperation(had, one)))
            .forEach(all::add);
      }
    }
    all.sort(Comparator.comparing(OperationExecution::startedAt).reversed());
    return new Found(List.copyOf(all), notice);
  }

  /**
   * Returns whether both are one operation: a run that a reset ended has the same operation id as
   * the run that replaced it.
   */
  private static boolean isSameOperation(OperationExecution one, OperationExecution other) {
    return one.runId().equals(other.runId()) || one.operation().equals(other.operation());
  }

  /** Returns the operations of the whole fleet, as Temporal lists them. */
  public ListedOperations listed() {
    return new ListedOperations(client, calls);
  }

  /** Returns the clusters of the configuration. */
  public List<ClusterKey> clusters() {
    return known.get().clusters();
  }

  /** Returns the configured cluster of that name; the sentence of a miss suggests near names. */
  public Outcome<ClusterKey> cluster(String name) {
    return configured(name)
        .<Outcome<ClusterKey>>map(Outcome.Done::new)
        .orElseGet(
            () ->
                Outcome.missed(
                    Outcome.Reason.UNKNOWN,
                    reason(name)
                        .orElseGet(
                            () ->
                                "There is no cluster "
                                    + NearNames.quoted(name)
                                    + question(name, clusterNames()))));
  }

  /** Returns why the cluster of this name is left out of the configuration. */
  private Optional<String> reason(String name) {
    return known.get().leftOut().entrySet().stream()
        .filter(one -> one.getKey().value().equals(name))
        .map(one -> name + " is left out of the configuration: " + one.getValue())
        .findFirst();
  }

  /** Returns the cluster of this name, whether its file is right or left out. */
  private Optional<ClusterKey> known(String name) {
    return configured(name)
        .or(
            () ->
                known.get().leftOut().keySet().stream()
                    .filter(cluster -> cluster.value().equals(name))
                    .findFirst());
  }

  private Optional<ClusterKey> configured(String name) {
    return clusters().stream().filter(cluster -> cluster.value().equals(name)).findFirst();
  }

  private Outcome<OperationExecution> run(ClusterKey cluster, String ending) {
    // An operation's id ends like the id of its first run, and the newest such run is meant. A
    // running operation is found without visibility, which lags and may be unavailable.
    return current(cluster) instanceof Outcome.Done<OperationExecution> current
            && current.value().firstRunId().endsWith(ending)
        ? current
        : list(List.of(cluster)).then(found -> pick(cluster, ending, found));
  }

  /**
   * Picks a run by the end of its id, else by the beginning. The beginning of a run id is a time,
   * so the newest run of that minute is meant.
   */
  private static Outcome<OperationExecution> pick(ClusterKey cluster, String ending, Found found) {
    Optional<OperationExecution> match =
        found.targets().stream()
            .filter(one -> one.firstRunId().endsWith(ending))
            .findFirst()
            .or(
                () ->
                    found.targets().stream()
                        .filter(one -> one.firstRunId().startsWith(ending))
                        .findFirst());
    if (match.isPresent()) {
      return new Outcome.Done<>(match.get());
    }
    if (found.notice().isPresent()) {
      return Outcome.missed(Outcome.Reason.UNREACHABLE, found.notice().get());
    }
    return unknown(
        cluster + "." + ending,
        found.targets().stream().map(OperationExecution::operation).toList());
  }

  private static <T> Outcome<T> unknown(String name, List<String> known) {
    return Outcome.missed(
        Outcome.Reason.UNKNOWN,
        "There is no operation " + NearNames.quoted(name) + question(name, known));
  }

  private static String question(String name, List<String> known) {
    String question = NearNames.question(name, known);
    return question.isEmpty() ? "." : question;
  }

  private List<String> clusterNames() {
    return clusters().stream().map(ClusterKey::value).toList();
  }

  private RunChains<OperationExecution> chains(ClusterKey cluster) {
    return new RunChains<>(
        client, OperationRequest.workflowId(cluster), run -> OperationExecution.of(cluster, run));
  }
}
