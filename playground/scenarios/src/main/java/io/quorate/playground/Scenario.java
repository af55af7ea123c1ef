package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.EtcdRelease;
import io.quorate.operation.Phase;
import io.quorate.playground.GatewayApi.IncidentJson;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that happens to a cluster. A new scenario is a class and a line in {@link Scenarios}.
 *
 * <p>{@link Inspection} checks what must be true at the end of every scenario; a scenario checks
 * only what is particular to it.
 */
public sealed interface Scenario
    permits LostMember,
        StoppedMember,
        HungMember,
        LostMajority,
        SurvivorOnly,
        RestoringScenario,
        WrongAddress,
        FullDisk,
        WalOnOwnDisk,
        UnmountedDisk,
        ForeignCluster,
        SwappedDirectories,
        Phantom,
        Restart,
        Scale,
        Migrate,
        Roll,
        Fragmented,
        FullQuota,
        CorruptMember,
        Backup,
        RestoreDrill,
        Rehearsed,
        LeftLearner,
        Silent,
        Noticed,
        LostZone {
  /** Returns what happens, and how Quorate answers. */
  Synopsis synopsis();

  /** Returns what happened to the cluster, in kebab-case. */
  default String name() {
    return synopsis().name();
  }

  /** Returns the steps at which a worker can be killed. */
  default List<String> steps() {
    return synopsis().steps();
  }

  /** Returns the number of voters at the start. */
  default int size() {
    return 3;
  }

  /** Returns the number of further members that are configured, but neither listed nor started. */
  default int spare() {
    return 0;
  }

  /** Returns which URLs the next place of {@link Migrate#MEMBER} has; empty when it cannot move. */
  default Optional<EtcdCluster.Urls> next() {
    return Optional.empty();
  }

  /** Returns the number of voters at the end. */
  default int sizeAfter() {
    return size();
  }

  /** Returns how the operation has to end, or {@code refused} where none may begin. */
  default String outcome() {
    return Phase.COMPLETED.words();
  }

  /** Returns how many acknowledged writes are unavoidably lost at most. */
  default long mayLose() {
    return 0;
  }

  /** Returns whether the cluster is restored, so that whoever watches it has to list anew. */
  default boolean restores() {
    return false;
  }

  /** Returns how many changes the scenario itself makes, beside the clients. */
  default long changes() {
    return 0;
  }

  /** Returns the minors of etcd with which the scenario can begin, oldest first. */
  default List<String> minors() {
    return EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
  }

  /**
   * Returns the minor to which members that begin with this one are moved; that minor must be
   * available.
   */
  default Optional<String> target(String minor) {
    return Optional.empty();
  }

  /**
   * Returns the settings of etcd beyond the usual ones.
   *
   * @param minor of etcd, as in 3.6
   */
  default EtcdSettings settings(String minor) {
    return EtcdSettings.plain();
  }

  /** Returns where the data of the members is. */
  default Disks disks() {
    return Disks.NONE;
  }

  /** Returns the scenario that is played first on the same cluster; empty for most. */
  default Optional<Scenario> comesAfter() {
    return Optional.empty();
  }

  /** Returns the labels of the alert; empty where a person starts the runbook. */
  default Map<String, String> alert() {
    return synopsis().alert();
  }

  /** Returns why the scenario cannot be played on this machine; empty when it can. */
  default Optional<String> whyNotHere() {
    return Optional.empty();
  }

  /** Returns whether the watch of Quorate has to find the trouble, without alert and person. */
  default boolean isSilent() {
    return false;
  }

  /** Returns the time for which nothing happens, because the watch leaves it to people. */
  default Duration unnoticed() {
    return Duration.ZERO;
  }

  /**
   * Returns a part of what the incident says in a scenario that no operation answers; empty where
   * one does.
   */
  default Optional<String> onlySaid() {
    return Optional.empty();
  }

  /** Returns what a person starts in a scenario without an alert. */
  default Optional<StartJson> start() {
    return synopsis().start();
  }

  /**
   * Breaks the cluster while clients write; returns what was done, in a sentence.
   *
   * @param before the cluster before it is broken
   */
  String breakIt(EtcdCluster cluster, Inspection before) throws IOException, InterruptedException;

  /**
   * Does what people do while Quorate waits for them, except approving; called repeatedly until the
   * operation has ended.
   */
  default void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    // Most scenarios need no person.
  }

  /** Returns what a person asks of the operation now, such as {@code abort}; empty for nothing. */
  default Optional<String> asks(ShowJson operation) {
    return Optional.empty();
  }

  /** Returns what a person starts after an operation has ended; empty where that was the last. */
  default Optional<StartJson> startsAfter(ShowJson ended) {
    return Optional.empty();
  }

  /** Hears why what a person started was refused. */
  default void refused(String because) {
    // Most scenarios are answered by an operation.
  }

  /** Does what people do while the incident is open and no operation has begun. */
  default void whileNothingIsDone(EtcdCluster cluster, IncidentJson incident)
      throws IOException, InterruptedException {
    // Most scenarios are answered by an operation at once.
  }

  /**
   * Returns how what people were told differs from what this scenario demands, in sentences. May
   * wait for a message that is due.
   */
  default List<String> untold(Stage stage) throws InterruptedException {
    return List.of();
  }

  /**
   * Returns how the end differs from what this scenario demands, in sentences, beyond what {@link
   * Inspection} checks for all; most demand that each member keeps its id and its data. The check
   * may restart members.
   *
   * @param before the cluster before it was broken
   */
  default List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(after.otherIdsThan(before));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
