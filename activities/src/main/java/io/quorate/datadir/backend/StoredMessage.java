package io.quorate.datadir.backend;

import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.datadir.bbolt.TreeWalk;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.MessageReader;
import java.util.Map;

/**
 * Messages in the database that etcd parses when it starts, and panics on where it cannot: keys,
 * leases, users and roles. What they say nobody can check.
 */
public final class StoredMessage {
  /** The checks of all of them, by the name of their bucket. */
  public static final Map<String, TreeWalk.Visitor> ALL =
      Map.of(
          "key", KeyRecord::check,
          "lease", (key, value) -> check("a lease", value, StoredMessage::lease),
          "authUsers", (key, value) -> check("a user", value, StoredMessage::user),
          "authRoles", (key, value) -> check("a role", value, StoredMessage::role));

  private StoredMessage() {}

  private interface Fields {
    void read(MessageReader in) throws MalformedMessageException;
  }

  private static void check(String what, byte[] value, Fields fields)
      throws DamagedDatabaseException {
    try {
      read(new MessageReader(value), fields);
    } catch (MalformedMessageException e) {
      throw new DamagedDatabaseException(
          "%s in it cannot be read: %s".formatted(what, e.getMessage()));
    }
  }

  private static void read(MessageReader in, Fields field) throws MalformedMessageException {
    while (in.next()) {
      field.read(in);
    }
  }

  /** {@code leasepb.Lease}: id, time to live, what was left of it. */
  private static void lease(MessageReader in) throws MalformedMessageException {
    switch (in.field()) {
      case 1, 2, 3 -> in.number();
      default -> {}
    }
  }

  /** {@code authpb.User}: name, password, roles, options. */
  private static void user(MessageReader in) throws MalformedMessageException {
    switch (in.field()) {
      case 1, 2, 3 -> in.span();
      case 4 -> read(in.message(), StoredMessage::firstIsNumber);
      default -> {}
    }
  }

  /** {@code authpb.Role}: name, permissions with kind, key and end of the range. */
  private static void role(MessageReader in) throws MalformedMessageException {
    switch (in.field()) {
      case 1 -> in.span();
      case 2 -> read(in.message(), StoredMessage::permission);
      default -> {}
    }
  }

  private static void permission(MessageReader in) throws MalformedMessageException {
    switch (in.field()) {
      case 2, 3 -> in.span();
      default -> firstIsNumber(in);
    }
  }

  private static void firstIsNumber(MessageReader in) throws MalformedMessageException {
    if (in.field() == 1) {
      in.number();
    }
  }
}
