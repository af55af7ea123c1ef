package io.quorate.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What etcd says when its data is lost or damaged: the rows of docs/etcd.md#exits-and-log-lines
 * that lead to a replacement. The texts are etcd's own, where its versions differ one of each.
 */
enum DamageSignature {
  /** The log is shorter than what it had acknowledged: a wiped, truncated or older directory. */
  LOST_LOG("is out of range [lastIndex("),
  WAL_CHECKSUM("walpb: crc mismatch"),
  WAL_RECORD("proto: illegal wireType"),
  WAL_WIRE_FORMAT("cannot parse invalid wire-format data"),
  WAL_REPAIR("failed to read WAL, cannot be repaired"),
  DATABASE("failed to open database"),
  /** The same in the words of 3.4. */
  DATABASE_TEXT("cannot open database at"),
  DATABASE_FORM("invalid database"),
  NO_DATABASE("failed to find database snapshot file"),
  /** Its peers know it, its directory does not. */
  WIPED("has already been bootstrapped"),
  REMOVED("permanently removed from the cluster"),
  REMOVED_DIRECTORY("data-dir used by this member must be removed");

  /** The disk or its permissions, not the data: such a member may start once they are put right. */
  private static final List<String> NOT_THE_DATA =
      List.of(
          "permission denied",
          "no space left on device",
          "too many open files",
          "read-only file system",
          "cannot allocate memory",
          "input/output error");

  private final String says;

  DamageSignature(String says) {
    this.says = says;
  }

  /** What to look for in a log: the signatures, and the lines that begin a run. */
  static List<String> wantedStrings() {
    var wanted = new ArrayList<>(Arrays.stream(values()).map(signature -> signature.says).toList());
    wanted.addAll(EtcdLog.START_LINES);
    return wanted;
  }

  /** The first complaint of the last run that speaks of lost data, shortened. */
  static Optional<String> in(List<String> lines) {
    return EtcdLog.lastRun(lines).stream()
        .filter(DamageSignature::speaksOfLostData)
        .map(EtcdLog::shortened)
        .findFirst();
  }

  private static boolean speaksOfLostData(String line) {
    String complaint = EtcdLog.complaint(line);
    return Arrays.stream(values())
            .anyMatch(signature -> complaint.contains(signature.says.toLowerCase(Locale.ROOT)))
        && NOT_THE_DATA.stream().noneMatch(complaint::contains);
  }
}
