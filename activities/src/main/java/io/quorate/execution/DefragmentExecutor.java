package io.quorate.execution;

import io.quorate.cluster.MemberStatus;
import io.quorate.step.Space.Defragment;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Defragments one member, and measures how long it did not answer. */
final class DefragmentExecutor implements StepExecutor<Defragment> {
  @Override
  public Optional<String> execute(Defragment step, StepContext context) {
    MemberStatus before = context.answer(step.member());
    context
        .attempt()
        .progress("defragmenting " + step.member() + ", which answers nobody meanwhile");
    long start = System.nanoTime();
    context.ports().storage().defragment(step.member(), Defragment.limit(before), context.permit());
    Duration silent = Duration.ofNanos(System.nanoTime() - start);
    long after =
        context.lookAgain().member(step.member()).flatMap(member -> member.status()).stream()
            .mapToLong(MemberStatus::dbSizeBytes)
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
