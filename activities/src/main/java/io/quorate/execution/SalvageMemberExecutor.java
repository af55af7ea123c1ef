package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Member;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Salvage;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.step.SalvageMember;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Makes a snapshot of a stopped member's data, unless one of the data as it is now is kept. */
final class SalvageMemberExecutor implements StepExecutor<SalvageMember> {
  @Override
  public Optional<String> execute(SalvageMember step, StepContext context) {
    OwnChange.rememberFiles(context.ports(), context.view());
    Member member = context.member(step.member());
    DataPosition position =
        member
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
    AtomicReference<Salvaged> made = new AtomicReference<>();
    SavedSnapshot saved =
        context
            .ports()
            .snapshots()
            .save(
                origin(step, member, position, context),
                sink -> {
                  Salvaged salvaged = salvage(step, sink, context);
                  made.set(salvaged);
                  return salvaged.bytes();
                });
    return Optional.of(described(saved, Objects.requireNonNull(made.get()), context));
  }

  private static Optional<RestoreSource> kept(
      SalvageMember step, DataPosition position, StepContext context) {
    return context.ports().snapshots().sources(context.ports().cluster()).stream()
        .filter(
            source ->
                source
                    .saved()
                    .salvage()
                    .filter(one -> one.member().equals(step.id()))
                    .filter(one -> one.term() == position.lastTerm())
                    .filter(one -> one.index() == position.lastIndex())
                    .isPresent())
        .findFirst();
  }

  private static SnapshotStore.Origin origin(
      SalvageMember step, Member member, DataPosition position, StepContext context) {
    EtcdVersion version =
        member
            .installation()
            .binary()
            .orElseThrow(
                () -> new Failure.Refused("which etcd " + step.member() + " runs is not known"));
    return new SnapshotStore.Origin(
        context.ports().cluster(),
        context
            .view()
            .clusterId()
            .orElseThrow(() -> new Failure.NotYet("which cluster this is is not known")),
        step.member(),
        version,
        new Revision(position.lowestRevision()),
        position.lastTerm(),
        Optional.of(
            new Salvage(
                step.id(),
                position.lastTerm(),
                position.lastIndex(),
                Salvage.Way.FORCED_COPY,
                Salvage.Trailer.PRESENT)));
  }

  /** Salvages; of a database without etcd's checksum no restore of this version is offered. */
  private static Salvaged salvage(SalvageMember step, SnapshotSink sink, StepContext context) {
    Salvaged salvaged =
        context
            .ports()
            .restores()
            .salvage(step.member(), sink, context.attempt()::progress, context.permit());
    if (salvaged.origin().trailer() == Salvage.Trailer.MISSING) {
      throw new Failure.Refused(
          "only the database file of "
              + step.member()
              + " could be used, without etcd's checksum. Restore it by hand, with"
              + " --skip-hash-check, if nothing else is left");
    }
    return salvaged;
  }

  private static String described(SavedSnapshot saved, Salvaged salvaged, StepContext context) {
    SnapshotContent content =
        context
            .ports()
            .snapshots()
            .read(saved)
            .toldBy(List.of(salvaged.version().toString()), salvaged.content().keys());
    context.ports().snapshots().describe(saved, content);
    return saved.file()
        + ": revision "
        + content.revision()
        + content.keys().map(keys -> ", " + Amounts.count(keys.count(), "key")).orElse("")
        + ", made of the data of "
        + saved.source()
        + " up to raft index "
        + salvaged.origin().index();
  }
}
