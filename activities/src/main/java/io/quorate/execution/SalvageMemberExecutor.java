package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataPosition;
import io.quorate.port.Failure;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.IsolatedRuns.SalvageMember;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes a snapshot of a stopped member's data, unless one of the data as it is now is kept. Data
 * that is too damaged for it is no failure: people decide by what is left, and are told.
 */
final class SalvageMemberExecutor implements StepExecutor<SalvageMember> {
  @Override
  public Optional<String> execute(SalvageMember step, StepContext context) {
    RecordUpdate.rememberFiles(context.ports(), context.view());
    DataPosition position =
        context
            .member(step.member())
            .data()
            .position()
            .orElseThrow(
                () ->
                    new Failure.Refused(
                        "how far the data of " + step.member() + " is cannot be read"));
    Optional<RestoreSource> kept = kept(step, position, context);
    if (kept.isPresent()) {
      return kept.map(source -> "it is kept already: " + source.saved().file());
    }
    try {
      return Optional.of(salvaged(step, position, context));
    } catch (Failure.Spoiled nothing) {
      return Optional.of(nothing.getMessage() + "; the other sources are what is left");
    }
  }

  private static String salvaged(SalvageMember step, DataPosition position, StepContext context) {
    AtomicReference<String> evidence = new AtomicReference<>();
    context
        .ports()
        .restores()
        .salvage(
            step.member(),
            salvaged -> evidence.set(saved(salvaged, step, position, context)),
            context.attempt()::progress,
            context.permit());
    return Objects.requireNonNull(evidence.get());
  }

  private static Optional<RestoreSource> kept(
      SalvageMember step, DataPosition position, StepContext context) {
    return context.ports().snapshots().sources(context.ports().cluster()).stream()
        .filter(source -> context.view().isOwn(source))
        .filter(
            source ->
                source
                    .saved()
                    .salvage()
                    .filter(made -> made.way() != Salvage.Way.SERVED)
                    .filter(made -> made.isOf(step.id(), position))
                    .isPresent())
        .findFirst();
  }

  private static String saved(
      Salvaged salvaged, SalvageMember step, DataPosition position, StepContext context) {
    Salvage made = salvaged.origin().madeOf(step.id(), position);
    SavedSnapshot saved =
        context
            .ports()
            .snapshots()
            .save(
                new SnapshotStore.Origin(
                    context.ports().cluster(),
                    context
                        .view()
                        .clusterId()
                        .orElseThrow(
                            () -> new Failure.NotYet("which cluster this is is not known")),
                    step.member(),
                    salvaged.version(),
                    salvaged.content().revision(),
                    made.term(),
                    Optional.of(made)),
                salvaged.stream());
    SnapshotContent content = described(saved, salvaged, context);
    return saved.file()
        + ": revision "
        + content.revision()
        + content.keys().map(keys -> ", " + Amounts.count(keys.count(), "key")).orElse("")
        + ", made of "
        + (made.way() == Salvage.Way.DATABASE_FILE ? "the database" : "the data")
        + " of "
        + saved.source()
        + " up to raft index "
        + made.index();
  }

  /** Content of the snapshot by its pages, and by the salvage what these do not tell. */
  private static SnapshotContent described(
      SavedSnapshot saved, Salvaged salvaged, StepContext context) {
    SnapshotContent content =
        context
            .ports()
            .snapshots()
            .read(saved)
            .toldBy(List.of(salvaged.version().toString()), salvaged.content().keys());
    context.ports().snapshots().describe(saved, content);
    return content;
  }
}
