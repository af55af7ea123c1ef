package io.quorate.carrier;

import io.quorate.cluster.Member;
import io.quorate.cluster.Revision;
import io.quorate.step.Compact;
import java.time.Duration;
import java.util.Optional;

/** Compacts through one member, and waits until all have come to it. */
final class CompactCarrier implements Carrier<Compact> {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Class<Compact> step() {
    return Compact.class;
  }

  @Override
  public Optional<String> carry(Compact step, Act act) {
    act.attempt().progress("compacting");
    act.ports().maintenance().compact(act.through(), step.upTo(), act.permit());
    for (Member voter : act.view().voters()) {
      awaitCompacted(voter, step.upTo(), act);
    }
    return Optional.of("all members have compacted up to revision " + step.upTo());
  }

  private static void awaitCompacted(Member voter, Revision upTo, Act act) {
    while (act.ports()
            .maintenance()
            .hashOfKeys(voter.name(), new Revision(0))
            .compactedAt()
            .compareTo(upTo)
        < 0) {
      act.attempt().progress(voter.name() + " has not compacted yet");
      act.pause(BETWEEN_LOOKS);
    }
  }
}
