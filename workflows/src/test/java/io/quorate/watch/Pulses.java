package io.quorate.watch;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.cluster.StorageStatus;
import java.time.Instant;
import java.util.List;
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

  /** One member answers, with these bytes in use in a file of this size, and a quota of 100 MiB. */
  static Pulse sized(Instant at, long inUse, long file) {
    MemberStatus plain = status(0);
    return new Pulse(
        at,
        Map.of(
            member(0),
            new MemberStatus(
                plain.memberId(),
                plain.clusterId(),
                plain.version(),
                false,
                Optional.of(plain.memberId()),
                1,
                1,
                1,
                plain.revision(),
                file,
                inUse,
                List.of(),
                new StorageStatus(
                    Optional.empty(), Optional.empty(), new Quota.Limited(100 << 20)))),
        Map.of());
  }

  static MemberStatus status(int number) {
    return MemberStatus.assumed(
        new MemberId(number + 1), new ClusterId(1), new EtcdVersion(3, 6, 16));
  }
}
