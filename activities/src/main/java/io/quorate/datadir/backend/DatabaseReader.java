package io.quorate.datadir.backend;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.datadir.bbolt.Bucket;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.bbolt.Database;
import io.quorate.datadir.bbolt.TreeWalk;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.datadir.raft.MessageReader;
import io.quorate.datadir.raft.RequestReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads etcd's own buckets of a database: a dozen pages, however large it is, and every other page
 * only where that is asked for.
 */
public final class DatabaseReader {
  private static final int MOST_MEMBERS = 10_000;
  private static final int REVISION_BYTES = 17;
  private static final List<String> BUCKETS =
      List.of("alarm", "auth", "cluster", "key", "members", "members_removed", "meta");

  private final Database database;

  private DatabaseReader(Database database) {
    this.database = database;
  }

  /**
   * Reads every page of the file, and returns the facts of the database.
   *
   * @throws DamagedDatabaseException where it is no whole database
   */
  public static DatabaseFacts readWhole(ReadOnlyFile file)
      throws IOException, DamagedDatabaseException {
    Database database = Database.open(file);
    DatabaseFacts facts = read(database);
    TreeWalk.walk(database, StoredMessage.ALL);
    return facts;
  }

  /**
   * Reads the facts of an open database.
   *
   * @throws DamagedDatabaseException where it cannot be read, or a bucket holds something else than
   *     etcd writes there
   */
  public static DatabaseFacts read(Database database) throws IOException, DamagedDatabaseException {
    try {
      return new DatabaseReader(database).facts();
    } catch (MalformedMessageException e) {
      throw new DamagedDatabaseException("one of etcd's buckets: " + e.getMessage());
    }
  }

  private DatabaseFacts facts()
      throws IOException, DamagedDatabaseException, MalformedMessageException {
    database.bring(BUCKETS);
    long scheduled = compaction("scheduledCompactRev");
    long finished = compaction("finishedCompactRev");
    Optional<Bucket.Last> lastKey = lastKey();
    long revision = Math.max(1, Math.max(scheduled, finished));
    if (lastKey.isPresent()) {
      revision = Math.max(revision, revisionOf(lastKey.get().key()));
    }
    boolean bumped = lastKey.isPresent() && lastKey.get().empty();
    OptionalLong index = number("meta", "consistent_index");
    return new DatabaseFacts(
        database.bytes(),
        database.meta().transaction(),
        database.oneMetaOnly(),
        index.orElse(0),
        number("meta", "term"),
        revision,
        scheduled,
        finished,
        members(),
        removed(),
        alarms(),
        text("meta", "storageVersion"),
        text("cluster", "clusterVersion"),
        downgrade(),
        authentication(),
        bumped && scheduled == revision);
  }

  private Optional<byte[]> value(String bucket, String key)
      throws IOException, DamagedDatabaseException {
    Optional<Bucket> found = database.bucket(bucket);
    return found.isEmpty()
        ? Optional.empty()
        : found.get().value(key.getBytes(StandardCharsets.UTF_8));
  }

  private OptionalLong number(String bucket, String key)
      throws IOException, DamagedDatabaseException, MalformedMessageException {
    Optional<byte[]> value = value(bucket, key);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    if (value.get().length != Long.BYTES) {
      throw new MalformedMessageException(key + " is no number");
    }
    return OptionalLong.of(ByteBuffer.wrap(value.get()).getLong());
  }

  private Optional<String> text(String bucket, String key)
      throws IOException, DamagedDatabaseException {
    return value(bucket, key).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Whether authentication is on; the revision of users and roles is read for its shape alone. */
  private boolean authentication()
      throws IOException, DamagedDatabaseException, MalformedMessageException {
    number("auth", "authRevision");
    return value("auth", "authEnabled").filter(on -> on.length == 1 && on[0] == 1).isPresent();
  }

  private long compaction(String key)
      throws IOException, DamagedDatabaseException, MalformedMessageException {
    Optional<byte[]> value = value("meta", key);
    return value.isEmpty() ? 0 : revisionOf(value.get());
  }

  private static long revisionOf(byte[] key) throws MalformedMessageException {
    if (key.length < REVISION_BYTES) {
      throw new MalformedMessageException("a revision of %d bytes".formatted(key.length));
    }
    return ByteBuffer.wrap(key).getLong();
  }

  private Optional<Bucket.Last> lastKey() throws IOException, DamagedDatabaseException {
    Optional<Bucket> keys = database.bucket("key");
    return keys.isEmpty() ? Optional.empty() : keys.get().last();
  }

  private List<MemberRecord> members() throws IOException, DamagedDatabaseException {
    List<MemberRecord> members = new ArrayList<>();
    each(
        "members",
        (key, value) -> {
          members.add(member(value));
          return members.size() < MOST_MEMBERS;
        });
    return members;
  }

  private static MemberRecord member(byte[] value) throws DamagedDatabaseException {
    try {
      return MemberRecord.read(value);
    } catch (MalformedMessageException e) {
      throw new DamagedDatabaseException("a member in it: " + e.getMessage());
    }
  }

  private List<MemberId> removed() throws IOException, DamagedDatabaseException {
    List<MemberId> removed = new ArrayList<>();
    each(
        "members_removed",
        (key, value) -> {
          removed.add(id(key));
          return removed.size() < MOST_MEMBERS;
        });
    return removed;
  }

  private static MemberId id(byte[] key) throws DamagedDatabaseException {
    try {
      return MemberId.parse(new String(key, StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      throw new DamagedDatabaseException("an id of a member in it is none");
    }
  }

  private List<Alarm> alarms() throws IOException, DamagedDatabaseException {
    List<Alarm> alarms = new ArrayList<>();
    each(
        "alarm",
        (key, value) -> {
          alarm(key).ifPresent(alarms::add);
          return alarms.size() < MOST_MEMBERS;
        });
    return alarms;
  }

  private static Optional<Alarm> alarm(byte[] key) throws DamagedDatabaseException {
    try {
      var in = new MessageReader(key);
      long member = 0;
      long kind = 0;
      while (in.next()) {
        switch (in.field()) {
          case 1 -> member = in.number();
          case 2 -> kind = in.number();
          default -> {}
        }
      }
      Optional<MemberId> id = member == 0 ? Optional.empty() : Optional.of(new MemberId(member));
      return RequestReader.alarmKind(kind).map(known -> new Alarm(known, id));
    } catch (MalformedMessageException e) {
      throw new DamagedDatabaseException("an alarm in it: " + e.getMessage());
    }
  }

  private void each(String bucket, Bucket.Visitor visitor)
      throws IOException, DamagedDatabaseException {
    Optional<Bucket> found = database.bucket(bucket);
    if (found.isPresent()) {
      found.get().each(visitor);
    }
  }

  private Optional<String> downgrade()
      throws IOException, DamagedDatabaseException, MalformedMessageException {
    Optional<byte[]> value = value("cluster", "downgrade");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonNode json = MemberRecord.tree(value.get());
    return json.path("enabled").asBoolean(false)
        ? Optional.of(json.path("target-version").asText(""))
        : Optional.empty();
  }
}
