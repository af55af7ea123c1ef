package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Recovered;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.step.VerifyRestored;
import java.util.Optional;

/** Starts the restored member where no client can reach it, and holds it against its source. */
final class VerifyRestoredExecutor implements StepExecutor<VerifyRestored> {
  @Override
  public Optional<String> execute(VerifyRestored step, StepContext context) {
    context.attempt().progress("starting " + step.first().name() + " where nobody can reach it");
    Recovered seen =
        context.ports().restores().verifyInPlace(step.first().name(), context.permit()).content();
    Optional<Long> keys = seen.keys().map(KeysOfSource::count);
    Optional<String> other =
        seen.owner()
            .filter(owner -> !owner.equals(step.first().owner()))
            .map(owner -> "it is " + owner);
    other
        .or(() -> step.missing(seen.revision(), keys))
        .ifPresent(
            missing -> {
              throw new Failure.Refused(
                  "what was restored is not the source: " + missing + "; nobody could reach it");
            });
    OwnChange.unwritten(
        context.ports(),
        Optional.of(step.first().owner().cluster()),
        seen.revision(),
        context.view().at());
    return Optional.of(
        step.first().name()
            + " is "
            + step.first().owner()
            + ", revision "
            + seen.revision()
            + keys.map(count -> ", " + Amounts.count(count, "key")).orElse("")
            + ": "
            + againstTheReport(step, seen.revision()));
  }

  /** Comparison with the loss report that people approved, which counts from the source. */
  private static String againstTheReport(VerifyRestored step, Revision found) {
    long more = found.value() - step.revision().value() - step.bump();
    return more == 0
        ? "what the report announced, and no more is lost than it says"
        : Amounts.count(more, "change") + " more than the report announced";
  }
}
