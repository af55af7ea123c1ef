package io.quorate.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the voters answered when they were asked for the hash of all their keys up to one revision
 * (etcd's {@code HashKV}). It says who has other data than the rest, not who is right.
 *
 * @param silences why the others could not be asked
 */
public record DataComparison(
    Revision at, Map<MemberName, KeyHash> hashes, Map<MemberName, String> silences) {
  public DataComparison {
    hashes = Map.copyOf(hashes);
    silences = Map.copyOf(silences);
  }

  /**
   * One member's answer.
   *
   * @param hash unsigned 32 bit
   * @param compactedAt what was before it is not in the hash
   */
  public record KeyHash(int hash, Revision compactedAt) {
    /** As {@code etcdctl endpoint hashkv} prints it in JSON: a decimal number. */
    @Override
    public String toString() {
      return Integer.toUnsignedString(hash);
    }
  }

  /**
   * Hashes are comparable only if everybody compacted at the same revision (docs/etcd.md#hashes).
   */
  public boolean isComparable() {
    return hashes.values().stream().map(KeyHash::compactedAt).distinct().count() < 2;
  }

  /** Those of these members that have the same data are in one group; the largest is the first. */
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
