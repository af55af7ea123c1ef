package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.EtcdRelease;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something that happens to a cluster. A new one is a class and a line in {@link Scenarios}.
 *
 * <p>What must be true at the end of every scenario {@link Inspection} says; here is only what
 * differs.
 */
public sealed interface Scenario
    permits LostMember,
        StoppedMember,
        WrongAddress,
        FullDisk,
        Phantom,
        Restart,
        Scale,
        Migrate,
        Roll,
        Fragmented,
        FullQuota,
        CorruptMember {
  /** Says what happened to the cluster, in kebab-case. */
  String name();

  /** For {@code --list}. */
  String sentence();

  /** How many voters the cluster has at first. */
  default int size() {
    return 3;
  }

  /** How many more members are configured, and neither listed nor started. */
  default int spare() {
    return 0;
  }

  /** The URLs of the place where {@link Migrate#MEMBER} can go, if it can. */
  default Optional<EtcdCluster.Urls> next() {
    return Optional.empty();
  }

  /** How many voters it has when it is as it should be. */
  default int sizeAfter() {
    return size();
  }

  /** The minors of etcd that it can begin with, oldest first. */
  default List<String> minors() {
    return EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
  }

  /** The minor its members are moved to when they begin with this one; it has to be there. */
  default Optional<String> target(String minor) {
    return Optional.empty();
  }

  /**
   * What etcd is started with besides the usual.
   *
   * @param minor of etcd, as in 3.6
   */
  default EtcdSettings settings(String minor) {
    return EtcdSettings.plain();
  }

  /** The steps of the runbook that answers it: those a worker can be killed at. */
  List<String> steps();

  /**
   * The alert that an Alertmanager would raise, without the labels that name the cluster; empty
   * where nothing is wrong and a person starts the runbook.
   */
  Map<String, String> alert();

  /** Why it cannot be played on this machine; empty when it can. */
  default Optional<String> whyNotHere() {
    return Optional.empty();
  }

  /** What a person starts where no alert comes. */
  default Optional<StartJson> start() {
    return Optional.empty();
  }

  /**
   * Breaks it, while clients write; returns what was done, in a sentence.
   *
   * @param before the cluster as it is
   */
  String breakIt(EtcdCluster cluster, Inspection before) throws IOException, InterruptedException;

  /**
   * What people do while Quorate waits for them, but for their approval; called again and again.
   */
  default void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    // Most need nobody.
  }

  /**
   * What is not as this scenario has to end, in sentences; what holds for all is not looked at.
   * Whoever asks for it may restart members.
   *
   * @param before the cluster before it was broken
   */
  List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException;
}
