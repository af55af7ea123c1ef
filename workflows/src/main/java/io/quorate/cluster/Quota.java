package io.quorate.cluster;

import java.util.Map;

/**
 * How large the database of a member may grow before etcd raises NOSPACE (docs/etcd.md#nospace). A
 * quota that nobody read is none of the other two: it is not 0, and not the absence of a limit.
 */
public sealed interface Quota {
  /** etcd's quota where none is set, or 0: 2 GiB. */
  long DEFAULT_BYTES = 2L << 30;

  /** The environment variable of the quota. */
  String SETTING = "ETCD_QUOTA_BACKEND_BYTES";

  /** The variable of a configuration file; with one, etcd reads no other variable. */
  String CONFIG_FILE = "ETCD_CONFIG_FILE";

  /** The quota could not be read. */
  record NotRead() implements Quota {}

  /** There is no limit: the setting is negative. */
  record Unlimited() implements Quota {}

  /** The database may grow to this size. */
  record Limited(long bytes) implements Quota {}

  /** The quota as etcd tells it: negative where there is no limit, 0 where it does not tell it. */
  static Quota told(long bytes) {
    if (bytes < 0) {
      return new Unlimited();
    }
    return bytes == 0 ? new NotRead() : new Limited(bytes);
  }

  /**
   * The quota that a member with these settings of its environment file starts with.
   *
   * @param settings empty where the file could not be read
   */
  static Quota of(Map<String, String> settings) {
    String set = settings.getOrDefault(SETTING, "").strip();
    if (settings.isEmpty() || settings.containsKey(CONFIG_FILE) || !set.matches("(-?\\d{1,18})?")) {
      return new NotRead();
    }
    long bytes = set.isEmpty() ? 0 : Long.parseLong(set);
    return told(bytes == 0 ? DEFAULT_BYTES : bytes);
  }

  /** Whether this quota is known to be larger than the other. */
  default boolean isAbove(Quota other) {
    return switch (other) {
      case NotRead unknown -> false;
      case Unlimited most -> false;
      case Limited limited ->
          this instanceof Unlimited
              || (this instanceof Limited own && own.bytes() > limited.bytes());
    };
  }

  /** The quota as {@code 64 MiB}. */
  default String inWords() {
    return switch (this) {
      case NotRead unknown -> "a quota that could not be read";
      case Unlimited most -> "no limit";
      case Limited limited -> Amounts.mebibytes(limited.bytes());
    };
  }
}
