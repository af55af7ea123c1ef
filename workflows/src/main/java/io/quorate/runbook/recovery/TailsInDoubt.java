package io.quorate.runbook.recovery;

import io.quorate.data.DataPosition;
import io.quorate.data.UncertainTail;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.util.List;
import java.util.Optional;

/**
 * Ends of logs of which nobody knows whether they were committed, with the keys that they write,
 * for a loss report (docs/etcd.md#salvage): those in the source, of which a client may have been
 * told that they failed, and those beyond it, which may have been acknowledged.
 */
record TailsInDoubt(ClusterView view, RestoreSource source) {
  /** The sentences, one for each log that has such an end and is of the source's history. */
  List<String> lines() {
    return view.members().stream()
        .filter(Member::isListed)
        .filter(this::isOfTheSource)
        .flatMap(member -> line(member).stream())
        .toList();
  }

  private boolean isOfTheSource(Member member) {
    return view.strangerIn(member).isEmpty()
        && OtherHistory.of(view, member).isEmpty()
        && member
            .data()
            .owner()
            .filter(owner -> owner.cluster().equals(source.saved().clusterId()))
            .isPresent();
  }

  private Optional<String> line(Member member) {
    return member
        .data()
        .position()
        .filter(far -> member.isAllIn(source) || isBeyondSource(far))
        .flatMap(DataPosition::tail)
        .map(tail -> line(member, tail));
  }

  private boolean isBeyondSource(DataPosition far) {
    return far.highestRevision() > source.revision().value();
  }

  private String line(Member member, UncertainTail tail) {
    boolean one = tail.entries() == 1;
    return "The log of %s ends with %s of which it did not know whether %s decided, writing %s: %s."
        .formatted(
            member.name(),
            one ? "an entry" : tail.entries() + " entries",
            one ? "it was" : "they were",
            tail.keysInWords(),
            member.isAllIn(source)
                ? "in the source, though clients may have been told that it failed"
                : "not in the source, though it may have been acknowledged");
  }
}
