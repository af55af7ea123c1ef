package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.MachineTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Advice on the machines of members and on what supervises members there. */
public final class MachineAdvice {
  private MachineAdvice() {}

  static List<Advice> on(ClusterView view) {
    return view.members().stream().flatMap(member -> on(member, view.at()).stream()).toList();
  }

  /** Advice on the machine of this member. */
  public static List<Advice> on(Member member, Instant now) {
    Optional<MachineTime> time = member.workload().machineTime();
    return Stream.of(
            time.flatMap(MachineTime::booted)
                .map(at -> new Advice("machine-booted", booted(member, at, now))),
            time.flatMap(MachineTime::ahead)
                .map(ahead -> new Advice("clocks-apart", apart(member, ahead))),
            probe(member).map(sentence -> new Advice("quorum-probe", sentence)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns what is wrong with the probes of these members that need quorum. */
  public static List<String> probes(ClusterView view) {
    return view.members().stream().flatMap(member -> probe(member).stream()).toList();
  }

  /** Returns what is wrong with the member's probe (docs/etcd.md#n-31); empty where nothing is. */
  private static Optional<String> probe(Member member) {
    return member
        .workload()
        .probe()
        .map(
            found ->
                "While quorum is lost the kubelet ends %s again and again, though the member is well: %s. Let that probe ask for /health?serializable=true, or take the probe out."
                    .formatted(member.name(), found));
  }

  private static String booted(Member member, Instant at, Instant now) {
    return "The machine of %s booted at %s, %s."
        .formatted(member.name(), Amounts.moment(at), Amounts.ago(at, now));
  }

  private static String apart(Member member, Duration ahead) {
    return ("The clock on the machine of %s is about %s %s the one here, so times in"
            + " its logs are hard to compare. Let both follow one time server.")
        .formatted(
            member.name(), Amounts.time(ahead.abs()), ahead.isNegative() ? "behind" : "ahead of");
  }
}
