package io.quorate.snapshots;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Revision;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.backend.DatabaseReader;
import io.quorate.datadir.backend.StoredMessage;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.bbolt.Database;
import io.quorate.datadir.bbolt.TreeWalk;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.MemberIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads what a snapshot holds. The 32 bytes of its SHA-256 are behind the last page. */
final class ContentReader {
  private ContentReader() {}

  /**
   * Reads every page of the file.
   *
   * @throws DamagedDatabaseException where it is no whole database
   */
  static SnapshotContent read(Path folder, String file)
      throws IOException, DamagedDatabaseException {
    try (ReadOnlyFile opened = new LocalDirectory(folder).open(file)) {
      Database database = Database.open(opened);
      DatabaseFacts facts = DatabaseReader.read(database);
      TreeWalk.walk(database, StoredMessage.ALL);
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
          Optional.empty());
    }
  }
}
