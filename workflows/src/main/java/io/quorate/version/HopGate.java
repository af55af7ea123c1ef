package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditions of a hop from one line to another (the table of hops in docs/etcd.md#upgrades,
 * #downgrades).
 */
public sealed interface HopGate {
  MinorLine from();

  MinorLine to();

  String source();

  /** Objections to this hop between the two lines. */
  List<Concern> concerns(Hop hop);

  /** Conditions that must hold as well; empty when the hop is refused anyway. */
  List<HopCondition> conditions();

  /** The stable name: {@code HOP-3.5-3.6}. */
  default String id() {
    return "HOP-" + from() + "-" + to();
  }

  /** A hop that is possible from one patch on, to another patch and later ones. */
  record Open(
      MinorLine from,
      MinorLine to,
      EtcdVersion leastSource,
      EtcdVersion leastTarget,
      List<HopCondition> conditions,
      String source)
      implements HopGate {
    public Open {
      conditions = List.copyOf(conditions);
    }

    @Override
    public List<Concern> concerns(Hop hop) {
      List<Concern> all = new ArrayList<>();
      if (hop.source().isBefore(leastSource)) {
        all.add(
            refused(
                "From "
                    + hop.source()
                    + " etcd is not taken to "
                    + to
                    + "; go to "
                    + leastSource
                    + " or later first."));
      }
      if (hop.target().isBefore(leastTarget)) {
        all.add(
            refused(
                "From "
                    + from
                    + " etcd is not taken to "
                    + hop.target()
                    + "; choose "
                    + leastTarget
                    + " or later."));
      }
      return all;
    }

    private Concern refused(String sentence) {
      return new Concern(id(), Severity.REFUSED, sentence, source);
    }
  }

  /** A hop that is refused, whatever the patches. */
  record Closed(MinorLine from, MinorLine to, String because, String source) implements HopGate {
    @Override
    public List<Concern> concerns(Hop hop) {
      return List.of(new Concern(id(), Severity.REFUSED, because, source));
    }

    @Override
    public List<HopCondition> conditions() {
      return List.of();
    }
  }
}
