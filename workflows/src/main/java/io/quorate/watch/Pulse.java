package io.quorate.watch;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shallowest look at a cluster: the {@code Status} of each configured member and nothing else. Its
 * errors carry alarms and <em>no leader</em> on etcd 3.4 to 3.7, so no other call is needed to see
 * them.
 *
 * @param at when the last member had answered or its deadline had passed
 * @param answers by the name whose client URL was asked, in the order of names
 * @param silences why the other members did not tell their status, in the order of names
 */
public record Pulse(
    Instant at, Map<MemberName, MemberStatus> answers, Map<MemberName, Silence> silences) {
  /** Throws {@link IllegalArgumentException} for a member that both answers and is silent. */
  public Pulse {
    answers = Collections.unmodifiableMap(new TreeMap<>(answers));
    silences = Collections.unmodifiableMap(new TreeMap<>(silences));
    if (!Collections.disjoint(answers.keySet(), silences.keySet())) {
      throw new IllegalArgumentException("a member either answers or is silent");
    }
  }
}
