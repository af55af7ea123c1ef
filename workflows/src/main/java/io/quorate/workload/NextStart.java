package io.quorate.workload;

import io.quorate.cluster.EtcdVersion;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Next start of a member that runs, beside the start of its process. Settings have the names of
 * etcd's variables; those that cannot be compared, secrets, and those that etcd ignores on a data
 * directory that is there, are in neither map.
 *
 * @param run identifies the run of the process
 * @param began when the process began, by the clock of its host
 * @param has the settings of the process
 * @param takes the settings of the next start
 * @param version the etcd of the next start; empty where it is not known
 * @param tag what the tag of the running image says, where the version is what the next tag says;
 *     empty where the version is known otherwise
 * @param files the files that etcd reads at its start only, as they are now
 */
public record NextStart(
    String run,
    Instant began,
    SortedMap<String, String> has,
    SortedMap<String, String> takes,
    Optional<EtcdVersion> version,
    Optional<EtcdVersion> tag,
    List<StartFile> files) {
  public NextStart {
    has = Collections.unmodifiableSortedMap(new TreeMap<>(has));
    takes = Collections.unmodifiableSortedMap(new TreeMap<>(takes));
    files = List.copyOf(files);
  }

  /**
   * Returns the etcd of the next start, where it can be compared with the one that runs: images may
   * have a numbering of their own.
   */
  public Optional<EtcdVersion> versionBeside(EtcdVersion running) {
    return version
        .filter(next -> next.major() == running.major())
        .filter(any -> tag.map(running::equals).orElse(true));
  }

  /**
   * File that etcd reads at its start only.
   *
   * @param setting the setting that names it: {@code trusted-ca-file}
   * @param path as the process states it, on one line of at most 200 characters
   * @param changed when it was changed last, by the clock of the host
   * @param sum of its content, SHA-256 in hexadecimal
   */
  public record StartFile(String setting, String path, Instant changed, String sum) {}
}
