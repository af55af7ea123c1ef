package io.quorate.volume;

import io.quorate.shell.HostLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * Start of an isolated etcd that no client and no peer can reach, and the questions that etcd is
 * asked.
 *
 * @param variables its settings, besides those that bind it to its namespace
 * @param toServe how long it may take until it serves
 * @param snapshot the file that a snapshot is saved to; empty where none is wanted
 * @param oldWatch the revision that a watch is begun at, to see whether it is refused
 * @param keysAt the revision at which the keys are counted and hashed; empty: the one it has once
 *     it serves
 * @param learner whether a learner is to join it, which has as long as it has to serve
 */
record AloneStart(
    List<String> variables,
    Duration toServe,
    Optional<String> snapshot,
    OptionalLong oldWatch,
    OptionalLong keysAt,
    boolean learner) {
  /** A member with a large database opens it at this speed at least. */
  private static final long BYTES_A_SECOND = 10_000_000;

  private static final Duration SMALLEST = Duration.ofSeconds(60);

  /**
   * Settings of the member that decide whether etcd starts on the data, and whether it raises an
   * alarm on it. Addresses, certificates and whatever changes data by itself are left out.
   */
  private static final Set<String> KEPT =
      Set.of(
          "ETCD_QUOTA_BACKEND_BYTES",
          "ETCD_ENABLE_V2",
          "ETCD_V2_DEPRECATION",
          "ETCD_UNSUPPORTED_ARCH");

  AloneStart {
    variables = List.copyOf(variables);
  }

  /**
   * A start that is asked for nothing but what it serves.
   *
   * @param settings of the member
   * @param bytes of the database
   */
  static AloneStart on(
      String dataDirectory, String name, SortedMap<String, String> settings, long bytes) {
    List<String> variables = new ArrayList<>();
    variables.add("ETCD_DATA_DIR=" + dataDirectory);
    variables.add("ETCD_NAME=" + name);
    settings.forEach(
        (key, value) -> {
          if (KEPT.contains(key)) {
            variables.add(key + "=" + value);
          }
        });
    return new AloneStart(
        variables,
        SMALLEST.plusSeconds(bytes / BYTES_A_SECOND),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false);
  }

  /** The start with another variable. */
  AloneStart with(String key, String value) {
    List<String> more = new ArrayList<>(variables);
    more.add(key + "=" + value);
    return new AloneStart(more, toServe, snapshot, oldWatch, keysAt, learner);
  }

  /** The start as a cluster by itself, whatever members the data names. */
  AloneStart forced() {
    return with("ETCD_FORCE_NEW_CLUSTER", "true");
  }

  AloneStart saving(String file) {
    return new AloneStart(variables, toServe, Optional.of(file), oldWatch, keysAt, learner);
  }

  AloneStart watching(OptionalLong from) {
    return new AloneStart(variables, toServe, snapshot, from, keysAt, learner);
  }

  AloneStart countingAt(long revision) {
    return new AloneStart(
        variables, toServe, snapshot, oldWatch, OptionalLong.of(revision), learner);
  }

  AloneStart joined(boolean byLearner) {
    return new AloneStart(variables, toServe, snapshot, oldWatch, keysAt, byLearner);
  }

  /** The words for the script, in its order. */
  List<String> words(String suffix, EtcdTools tools) {
    List<String> words = new ArrayList<>();
    words.add(suffix);
    words.add(tools.etcd());
    words.add(tools.etcdctl());
    words.add(HostLimits.seconds(toServe));
    words.add(snapshot.orElse(""));
    words.add(word(oldWatch));
    words.add(word(keysAt));
    words.add(learner(learner));
    words.addAll(variables);
    return words;
  }

  /** The word of scripts for a learner that is to join what is restored, or for none. */
  static String learner(boolean joins) {
    return joins ? "learner" : "";
  }

  private static String word(OptionalLong revision) {
    return revision.isPresent() ? Long.toString(revision.getAsLong()) : "";
  }
}
