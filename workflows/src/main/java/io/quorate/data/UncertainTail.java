package io.quorate.data;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import java.util.List;

/**
 * End of a member's log of which the member does not know whether it was committed. Its writes may
 * have been acknowledged to clients, or never (docs/etcd.md#salvage).
 *
 * @param entries how many entries it has; at least 1
 * @param changes how many of them write keys
 * @param keys the first of the keys that they write, as text, shortened; ranges as {@code from..to}
 * @param moreKeys how many keys it writes beside these
 * @param changesMembership whether one of the entries changes the membership
 */
public record UncertainTail(
    long entries, long changes, List<String> keys, long moreKeys, boolean changesMembership) {
  /** Most keys that are kept by name: they have to fit into a question. */
  public static final int MOST_KEYS = 5;

  /** Most characters of a key that are kept. */
  private static final int LONGEST_KEY = 60;

  public UncertainTail {
    keys = keys.stream().limit(MOST_KEYS).map(key -> CleanText.line(key, LONGEST_KEY)).toList();
  }

  /** The keys in words, such as {@code /a, /b and 3 keys more}; {@code no key} where none is. */
  public String keysInWords() {
    if (keys.isEmpty()) {
      return "no key";
    }
    String named = String.join(", ", keys);
    return moreKeys == 0 ? named : named + " and " + Amounts.count(moreKeys, "key") + " more";
  }
}
