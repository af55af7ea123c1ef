package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.RestoreSource;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Trial;
import io.quorate.step.TryRestore;
import java.util.Optional;

/** Restores a snapshot on trial and holds it against what the catalogue says of it. */
final class TryRestoreExecutor implements StepExecutor<TryRestore> {
  @Override
  public Optional<String> execute(TryRestore step, StepContext context) {
    RestoreSource source = Sources.named(context, step.file());
    Trial trial =
        Sources.with(
            context,
            step.file(),
            file -> {
              context.attempt().progress("restoring " + step.file() + " on trial");
              return context
                  .ports()
                  .restores()
                  .tryOut(step.member(), file, Sources.bump(step.bump()), context.anew().get());
            });
    long expected = source.revision().value() + step.bump();
    if (trial.content().revision().value() < expected) {
      throw new Failure.Refused(
          "restored on trial "
              + step.file()
              + " has revision "
              + trial.content().revision()
              + ", and has to have "
              + expected
              + "; choose another snapshot");
    }
    if (trial.oldWatch().filter(watch -> watch != Trial.OldWatch.COMPACTED).isPresent()) {
      throw new Failure.Refused(
          "a watch from before the raised revision was not told that it is compacted");
    }
    return Optional.of(evidence(trial));
  }

  private static String evidence(Trial trial) {
    return "restored in "
        + Amounts.time(trial.restoring())
        + ", serves after "
        + Amounts.time(trial.starting())
        + ": revision "
        + trial.content().revision()
        + trial
            .content()
            .keys()
            .map(KeysOfSource::count)
            .map(count -> ", " + Amounts.count(count, "key"))
            .orElse("")
        + trial.oldWatch().map(watch -> "; a watch from before is told to list anew").orElse("");
  }
}
