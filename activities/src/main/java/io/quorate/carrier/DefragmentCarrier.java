package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.step.Defragment;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Defragments one member, and measures how long it was silent. */
final class DefragmentCarrier implements Carrier<Defragment> {
  @Override
  public Class<Defragment> step() {
    return Defragment.class;
  }

  @Override
  public Optional<String> carry(Defragment step, Act act) {
    Answer before = act.answer(step.member());
    act.attempt().progress("defragmenting " + step.member() + ", which answers nobody meanwhile");
    long start = System.nanoTime();
    act.ports().maintenance().defragment(step.member(), Defragment.limit(before), act.permit());
    Duration silent = Duration.ofNanos(System.nanoTime() - start);
    long after =
        act.lookAgain().member(step.member()).flatMap(member -> member.answer()).stream()
            .mapToLong(Answer::dbSizeBytes)
            .findFirst()
            .orElse(before.dbSizeBytes());
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s gave back %,d of %,d MiB and was silent for %.1f s",
            step.member(),
            Math.max(0, before.dbSizeBytes() - after) >> 20,
            before.dbSizeBytes() >> 20,
            silent.toMillis() / 1000.0));
  }
}
