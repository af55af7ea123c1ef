package io.quorate.datadir.raft;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what an entry asks of the state machine: etcd's {@code InternalRaftRequest}, or the request
 * of its old interface that 3.4 and 3.5 write for versions and attributes (etcd's {@code
 * raft_internal.proto}).
 */
public final class RequestReader {
  private static final Set<String> METHODS = Set.of("PUT", "POST", "DELETE", "QGET", "SYNC", "GET");
  private static final int MOST_DEPTH = 64;
  private static final int MOST_KEYS = 32;

  private RequestReader() {}

  /** Reads the request from the data of a normal entry (type 0). */
  public static Request read(byte[] data) throws MalformedMessageException {
    if (data.length == 0) {
      return new Request.Nothing();
    }
    Optional<Request.Version2> old = version2(data);
    return old.isPresent() ? old.get() : internal(data);
  }

  /** The request of the old interface; empty for one of the present interface. */
  public static Optional<Request.Version2> version2(byte[] data) {
    try {
      var in = new MessageReader(data);
      String method = "";
      String path = "";
      String value = "";
      while (in.next()) {
        if (in.field() > 2 && method.isEmpty()) {
          return Optional.empty();
        }
        switch (in.field()) {
          case 2 -> method = text(in.copy());
          case 3 -> path = text(in.copy());
          case 4 -> value = new String(in.copy(), StandardCharsets.UTF_8);
          default -> {}
        }
      }
      return METHODS.contains(method) && (path.startsWith("/") || method.equals("SYNC"))
          ? Optional.of(OldInterface.read(method, path, value))
          : Optional.empty();
    } catch (MalformedMessageException e) {
      return Optional.empty();
    }
  }

  private static Request internal(byte[] data) throws MalformedMessageException {
    var in = new MessageReader(data);
    Request request = new Request.Other("something");
    while (in.next()) {
      int field = in.field();
      if (field != 1 && field != 100) {
        request = asked(field, in);
      }
    }
    return request;
  }

  private static Request asked(int field, MessageReader in) throws MalformedMessageException {
    return switch (field) {
      case 4 -> new Request.KeyWrite(Request.Verb.PUT, List.of(key(in.message())));
      case 5 -> new Request.KeyWrite(Request.Verb.DELETE, List.of(range(in.message())));
      case 6 -> transaction(in.message());
      case 7 -> new Request.Compaction(firstNumber(in.message()));
      case 9 -> new Request.KeyWrite(Request.Verb.LEASE_REVOKE, List.of());
      case 10 -> alarm(in.message());
      case 1000 -> new Request.AuthSwitched(true);
      case 1011 -> new Request.AuthSwitched(false);
      case 1300 -> new Request.ClusterVersionSet(firstText(in.message()));
      case 1301 -> attributes(in.message());
      case 1302 -> downgrade(in.message());
      default -> new Request.Other(name(field));
    };
  }

  private static String name(int field) {
    return switch (field) {
      case 3 -> "a read";
      case 8 -> "a lease granted";
      case 11 -> "a lease's time";
      case 1012 -> "a login";
      default -> field >= 1100 && field < 1300 ? "users and roles" : "field " + field;
    };
  }

  private static Request transaction(MessageReader in) throws MalformedMessageException {
    List<String> keys = new ArrayList<>();
    branches(in, keys, 0);
    return new Request.KeyWrite(Request.Verb.TRANSACTION, keys);
  }

  private static void branches(MessageReader in, List<String> keys, int depth)
      throws MalformedMessageException {
    if (depth > MOST_DEPTH) {
      throw new MalformedMessageException("transactions inside each other, over 64 deep");
    }
    while (in.next()) {
      if (in.field() == 2 || in.field() == 3) {
        operation(in.message(), keys, depth);
      }
    }
  }

  private static void operation(MessageReader in, List<String> keys, int depth)
      throws MalformedMessageException {
    while (in.next()) {
      switch (in.field()) {
        case 2 -> add(key(in.message()), keys);
        case 3 -> add(range(in.message()), keys);
        case 4 -> branches(in.message(), keys, depth + 1);
        default -> {}
      }
    }
  }

  private static void add(String key, List<String> keys) {
    if (keys.size() < MOST_KEYS) {
      keys.add(key);
    }
  }

  /** The key of a put; its second field is the value, which is not looked at. */
  private static String key(MessageReader in) throws MalformedMessageException {
    return firstText(in);
  }

  private static String range(MessageReader in) throws MalformedMessageException {
    String key = "";
    String end = "";
    while (in.next()) {
      switch (in.field()) {
        case 1 -> key = text(in.copy());
        case 2 -> end = text(in.copy());
        default -> {}
      }
    }
    return end.isEmpty() ? key : key + ".." + end;
  }

  private static Request alarm(MessageReader in) throws MalformedMessageException {
    long action = 0;
    long member = 0;
    long kind = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> action = in.number();
        case 2 -> member = in.number();
        case 3 -> kind = in.number();
        default -> {}
      }
    }
    return action == 0
        ? new Request.Other("a look at alarms")
        : new Request.AlarmChanged(action == 1, new MemberId(member), alarmKind(kind));
  }

  /** etcd's number of a kind of alarm. */
  public static Optional<Alarm.Kind> alarmKind(long number) {
    if (number == 1) {
      return Optional.of(Alarm.Kind.NOSPACE);
    }
    return number == 2 ? Optional.of(Alarm.Kind.CORRUPT) : Optional.empty();
  }

  private static Request attributes(MessageReader in) throws MalformedMessageException {
    long member = 0;
    String name = "";
    List<String> urls = new ArrayList<>();
    while (in.next()) {
      if (in.field() == 1) {
        member = in.number();
      } else if (in.field() == 2) {
        MessageReader attributes = in.message();
        while (attributes.next()) {
          switch (attributes.field()) {
            case 1 -> name = text(attributes.copy());
            case 2 -> urls.add(text(attributes.copy()));
            default -> {}
          }
        }
      }
    }
    return new Request.AttributesPublished(new MemberId(member), name, urls);
  }

  private static Request downgrade(MessageReader in) throws MalformedMessageException {
    boolean enabled = false;
    String target = "";
    while (in.next()) {
      switch (in.field()) {
        case 1 -> enabled = in.number() != 0;
        case 2 -> target = text(in.copy());
        default -> {}
      }
    }
    return new Request.DowngradeSet(enabled, target);
  }

  private static long firstNumber(MessageReader in) throws MalformedMessageException {
    long number = 0;
    while (in.next()) {
      if (in.field() == 1) {
        number = in.number();
      }
    }
    return number;
  }

  private static String firstText(MessageReader in) throws MalformedMessageException {
    String text = "";
    while (in.next()) {
      if (in.field() == 1) {
        text = text(in.copy());
      }
    }
    return text;
  }

  /** Bytes as text where they are text, else in hexadecimal; at most 256 of them. */
  static String text(byte[] bytes) {
    byte[] some = bytes.length <= 256 ? bytes : Arrays.copyOf(bytes, 256);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(some)).toString();
      return text.chars().anyMatch(Character::isISOControl) ? hexadecimal(some) : text;
    } catch (CharacterCodingException e) {
      return hexadecimal(some);
    }
  }

  private static String hexadecimal(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
