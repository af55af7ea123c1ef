package io.quorate.playground;

import io.quorate.playground.servers.EtcdCluster;
import io.quorate.playground.servers.EtcdSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Something that happens to a cluster. A new one is a class and a line in {@link Scenarios}.
 *
 * <p>What must be true at the end of every scenario {@link Inspection} says; here is only what
 * differs.
 */
public sealed interface Scenario permits LostMember {
  /** Says what happened to the cluster, in kebab-case. */
  String name();

  /** For {@code --list}. */
  String sentence();

  /** How many members the cluster has when it is whole. */
  default int size() {
    return 3;
  }

  /** What etcd is started with besides the usual. */
  default EtcdSettings settings() {
    return EtcdSettings.plain();
  }

  /** The steps of the runbook that answers it: those a worker can be killed at. */
  List<String> steps();

  /** The alert that an Alertmanager would raise, without the labels that name the cluster. */
  Map<String, String> alert();

  /**
   * Breaks it, while clients write; returns what was done, in a sentence.
   *
   * @param before the cluster as it is
   */
  String breakIt(EtcdCluster cluster, Inspection before) throws IOException, InterruptedException;

  /**
   * What is not as this scenario has to end, in sentences; what holds for all is not looked at.
   *
   * @param before the cluster before it was broken
   */
  List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException;
}
