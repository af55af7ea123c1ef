package io.quorate.snapshots;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Revision;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.backend.DatabaseReader;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.MemberIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what a snapshot holds. The 32 bytes of its SHA-256 are behind the last page. */
final class ContentReader {
  private ContentReader() {}

  /**
   * The content of a file, from all of its pages.
   *
   * @param version the lowest version of etcd that may read the file; empty where the pages name no
   *     version
   */
  record Pages(SnapshotContent content, Optional<EtcdVersion> version) {}

  /**
   * Reads every page of the file.
   *
   * @throws DamagedDatabaseException where the file is no whole database
   */
  static Pages pages(Path file) throws IOException, DamagedDatabaseException {
    try (ReadOnlyFile opened = LocalFile.at(file)) {
      DatabaseFacts facts = DatabaseReader.readWhole(opened);
      return new Pages(content(facts), version(facts));
    }
  }

  private static Optional<EtcdVersion> version(DatabaseFacts facts) {
    return Stream.of(facts.storageVersion(), facts.clusterVersion())
        .flatMap(Optional::stream)
        .flatMap(text -> version(text).stream())
        .max(Comparator.naturalOrder());
  }

  private static Optional<EtcdVersion> version(String text) {
    try {
      return Optional.of(EtcdVersion.parse(text));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  private static SnapshotContent content(DatabaseFacts facts) {
    return new SnapshotContent(
        new Revision(facts.revision()),
        facts.consistentIndex(),
        facts.term().stream().filter(term -> term != 0).boxed().findFirst(),
        facts.members().stream()
            .map(member -> new MemberIn(member.name(), member.learner()))
            .toList(),
        facts.alarms().stream().map(Alarm::kind).distinct().toList(),
        facts.downgradeTarget(),
        facts.authentication(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
