package io.quorate.volume;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * etcd's own log texts for lost or damaged data: the rows of docs/etcd.md#exits-and-log-lines that
 * lead to a replacement. Where versions of etcd word it differently, each wording is a constant.
 */
public enum DamageSignature {
  /**
   * The raft log is shorter than what the member had acknowledged: its directory was wiped,
   * truncated or restored from an older copy.
   */
  LOST_LOG(About.ALL, "is out of range [lastIndex("),
  WAL_CHECKSUM(About.LOG, "walpb: crc mismatch"),
  WAL_RECORD(About.LOG, "proto: illegal wireType"),
  WAL_WIRE_FORMAT(About.LOG, "cannot parse invalid wire-format data"),
  WAL_REPAIR(About.LOG, "failed to read WAL, cannot be repaired"),
  DATABASE(About.DATABASE, "failed to open database"),
  /** etcd 3.4's text for a database that cannot be read. */
  DATABASE_TEXT(About.DATABASE, "cannot open database at"),
  DATABASE_FORM(About.DATABASE, "invalid database"),
  NO_DATABASE(About.DATABASE, "failed to find database snapshot file"),
  /** The peers know the member, and its data directory does not. */
  WIPED(About.ALL, "has already been bootstrapped"),
  REMOVED(About.ALL, "permanently removed from the cluster"),
  REMOVED_DIRECTORY(About.ALL, "data-dir used by this member must be removed");

  /**
   * Texts about the disk or its permissions rather than the data; a member that logs one may start
   * once its disk or permissions are mended.
   */
  private static final List<String> NOT_THE_DATA =
      List.of(
          "permission denied",
          "no space left on device",
          "too many open files",
          "read-only file system",
          "cannot allocate memory",
          "input/output error");

  /** The part of the data that a log text is about. */
  enum About {
    LOG,
    DATABASE,
    /** The whole data, or damage that no reading of the data can show. */
    ALL
  }

  private final About about;
  private final String says;

  DamageSignature(About about, String says) {
    this.about = about;
    this.says = says;
  }

  About about() {
    return about;
  }

  /** Texts to search a log for: the signatures, and the lines that tell runs of etcd apart. */
  public static String wantedStrings() {
    var wanted = new ArrayList<>(Arrays.stream(values()).map(signature -> signature.says).toList());
    wanted.addAll(EtcdLog.START_LINES);
    wanted.add(EtcdLog.SERVES);
    wanted.add(EtcdLog.SET_ASIDE);
    return String.join("\n", wanted);
  }

  /** Recognises the damage that a line of the log reports; empty for any other line. */
  static Optional<DamageSignature> in(String line) {
    String complaint = EtcdLog.complaint(line);
    return NOT_THE_DATA.stream().anyMatch(complaint::contains)
        ? Optional.empty()
        : Arrays.stream(values())
            .filter(signature -> complaint.contains(signature.says.toLowerCase(Locale.ROOT)))
            .findFirst();
  }
}
