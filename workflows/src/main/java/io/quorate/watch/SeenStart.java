package io.quorate.watch;

import io.quorate.cluster.EtcdVersion;
import io.quorate.workload.NextStart;
import io.quorate.workload.NextStart.StartFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Next start of a member, as looks at the host showed it.
 *
 * @param run identifies the run of the process
 * @param began when the process began, by the clock of its host
 * @param files the files that etcd reads at its start only
 */
record SeenStart(String run, Instant began, SettingChanges changes, List<SeenFile> files) {
  /** A file that is written with the start may get a time shortly after it. */
  private static final Duration WITH_THE_START = Duration.ofSeconds(5);

  SeenStart {
    files = List.copyOf(files);
  }

  /**
   * File that etcd reads at its start only.
   *
   * @param read the sum of the content that the process has read; empty where no look saw the file
   *     before somebody changed it
   */
  record SeenFile(StartFile now, Optional<String> read) {
    private boolean isChangedSince(Instant began) {
      return read.map(sum -> !sum.equals(now.sum()))
          .orElseGet(() -> now.changed().isAfter(began.plus(WITH_THE_START)));
    }

    private SeenFile after(List<SeenFile> before) {
      return before.stream()
          .filter(earlier -> earlier.now().path().equals(now.path()))
          .findFirst()
          .map(earlier -> new SeenFile(now, earlier.read().or(() -> read)))
          .orElse(this);
    }
  }

  static SeenStart of(NextStart start, Optional<EtcdVersion> running) {
    return new SeenStart(
        start.run(),
        start.began(),
        SettingChanges.of(start, running),
        start.files().stream()
            .map(
                file ->
                    new SeenFile(
                        file,
                        file.changed().isAfter(start.began().plus(WITH_THE_START))
                            ? Optional.empty()
                            : Optional.of(file.sum())))
            .toList());
  }

  /** Takes the contents that the process has read from an earlier look at the same run. */
  SeenStart after(SeenStart before) {
    return before.run.equals(run)
        ? new SeenStart(
            run, began, changes, files.stream().map(file -> file.after(before.files)).toList())
        : this;
  }

  /** Returns the files whose content may be another one than the process has read. */
  List<StartFile> changedFiles() {
    return files.stream().filter(file -> file.isChangedSince(began)).map(SeenFile::now).toList();
  }

  /**
   * Whether more than the time of a file tells the difference: tools that renew a certificate write
   * the same CA beside it, and only a look before that saw what the process has read.
   */
  boolean isCertain() {
    return !changes.words().isEmpty()
        || files.stream().anyMatch(file -> file.read().isPresent() && file.isChangedSince(began));
  }

  /** Whether the next start would take something else than the process has. */
  boolean differs() {
    return !changes.words().isEmpty() || !changedFiles().isEmpty();
  }
}
