package io.quorate.data;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Hashes of all keys up to one revision, as the voters answered (etcd's {@code HashKV}). Hashes
 * show who has other data than the rest, not who is right.
 *
 * @param silences why the other voters could not be asked
 */
public record DataComparison(
    Revision at, Map<MemberName, KeyHash> hashes, Map<MemberName, String> silences) {
  public DataComparison {
    hashes = Map.copyOf(hashes);
    silences = Map.copyOf(silences);
  }

  /**
   * The hash of one member.
   *
   * @param hash unsigned 32 bit
   * @param compactedAt revisions up to this one are not in the hash
   */
  public record KeyHash(int hash, Revision compactedAt) {
    /** The hash as {@code etcdctl endpoint hashkv} prints it in JSON: a decimal number. */
    @Override
    public String toString() {
      return Integer.toUnsignedString(hash);
    }
  }

  /**
   * Whether the hashes can be compared: all members that answered have to have compacted at one
   * revision (docs/etcd.md#hashes).
   */
  public boolean isComparable() {
    return hashes.values().stream().map(KeyHash::compactedAt).distinct().count() < 2;
  }

  /** Whether all members that answered gave the same hash. */
  public boolean isEqual() {
    return hashes.values().stream().map(KeyHash::hash).distinct().count() < 2;
  }

  /** Groups the members by equal data, the largest group first. */
  public List<List<MemberName>> groups(List<MemberName> members) {
    Map<Integer, List<MemberName>> groups = new TreeMap<>();
    for (MemberName member : members.stream().sorted().toList()) {
      KeyHash said = hashes.get(member);
      if (said != null) {
        groups.computeIfAbsent(said.hash(), hash -> new ArrayList<>()).add(member);
      }
    }
    return groups.values().stream()
        .sorted(
            Comparator.<List<MemberName>>comparingInt(group -> -group.size())
                .thenComparing(group -> group.get(0)))
        .toList();
  }
}
