package io.quorate.datadir;

import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.backend.DatabaseReader;
import io.quorate.datadir.backend.StoredMessage;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.bbolt.Database;
import io.quorate.datadir.bbolt.TreeWalk;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * A database file as it was found.
 *
 * @param facts empty where there is none, it has no bytes, or it cannot be read
 * @param damage what is wrong with it
 */
record DatabaseReading(Optional<DatabaseFacts> facts, Optional<String> damage) {
  private static final DatabaseReading NONE =
      new DatabaseReading(Optional.empty(), Optional.empty());

  /** Reads what etcd keeps of itself, and walks every page where all is asked for. */
  static DatabaseReading of(ReadOnlyDirectory directory, String path, Depth depth)
      throws IOException {
    Optional<DatabaseFacts> facts = Optional.empty();
    boolean all = depth == Depth.FULL;
    try (ReadOnlyFile file = all ? directory.openWhole(path) : directory.open(path)) {
      long size = file.size();
      if (size == 0) {
        return NONE;
      }
      Database database = Database.open(file, size);
      facts = Optional.of(DatabaseReader.read(database));
      if (all) {
        TreeWalk.walk(database, StoredMessage.ALL);
      }
      return new DatabaseReading(facts, Optional.empty());
    } catch (DamagedDatabaseException | EOFException e) {
      return new DatabaseReading(facts, Optional.of(String.valueOf(e.getMessage())));
    } catch (NoSuchFileException e) {
      return NONE;
    }
  }
}
