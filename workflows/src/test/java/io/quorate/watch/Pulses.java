package io.quorate.watch;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Pulses of a cluster of three members. */
final class Pulses {
  static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");

  private Pulses() {}

  static MemberName member(int number) {
    return new MemberName("etcd-" + number);
  }

  /** All three answer, in this term, and follow the member of this number. */
  static Pulse led(Instant at, long term, int leader) {
    Map<MemberName, MemberStatus> answers = new TreeMap<>();
    for (int number = 0; number < 3; number++) {
      answers.put(member(number), status(number).inTerm(term, new MemberId(leader + 1)));
    }
    return new Pulse(at, answers, Map.of());
  }

  /** All three answer, in this term, and follow nobody. */
  static Pulse electing(Instant at, long term) {
    Map<MemberName, MemberStatus> answers = new TreeMap<>();
    led(at, term, 0)
        .answers()
        .forEach((name, status) -> answers.put(name, status.ledBy(Optional.empty())));
    return new Pulse(at, answers, Map.of());
  }

  static MemberStatus status(int number) {
    return MemberStatus.assumed(
        new MemberId(number + 1), new ClusterId(1), new EtcdVersion(3, 6, 16));
  }
}
