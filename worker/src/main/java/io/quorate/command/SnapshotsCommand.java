package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.wire.AsideJson;
import io.quorate.wire.SnapshotsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate snapshots}. */
@Command(
    name = "snapshots",
    description = "What could be restored, the newest first. Needs nothing but the snapshots.")
final class SnapshotsCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  @Option(
      names = "--verify",
      description = "Read every file to its end and check its SHA-256 now; takes a while.")
  private boolean verify;

  @Option(
      names = "--aside",
      description =
          "The old data directories of each member instead: renamed by an operation, and kept.")
  private boolean aside;

  @Option(
      names = "--prune",
      description =
          "Remove old snapshots as backup.keep of the cluster says; refused while an operation is"
              + " under way.")
  private boolean prune;

  @Option(names = "--dry-run", description = "With --prune: say what would go, and remove nothing.")
  private boolean dryRun;

  SnapshotsCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Configuration configuration = quorate.configuration();
    ClusterSettings settings = quorate.cluster(configuration, cluster);
    if (dryRun && !prune) {
      throw VerbFailure.wrongUsage("--dry-run goes with --prune");
    }
    if (prune) {
      if (verify || aside) {
        throw VerbFailure.wrongUsage("--prune removes snapshots; leave --verify and --aside out");
      }
      return new SnapshotPruning(quorate, configuration, settings).carryOut(dryRun);
    }
    return aside ? aside(settings) : snapshots(configuration, settings.key());
  }

  private int aside(ClusterSettings settings) {
    if (verify) {
      throw VerbFailure.wrongUsage(
          "--verify reads snapshots, and --aside lists directories; give one of the two");
    }
    AsideJson answer =
        new AsideDirectories(
                quorate.wiring().located(settings), quorate.wiring().directories(settings))
            .at(quorate.terminal().clock().get());
    quorate.answer(AsideText.of(answer), answer);
    return answer.problems().isEmpty() ? ExitCode.DONE : ExitCode.UNREACHABLE;
  }

  private int snapshots(Configuration configuration, ClusterKey key) {
    SnapshotCatalogue catalogue = quorate.wiring().snapshots(configuration);
    List<KeptSnapshot> kept = catalogue.kept(key);
    if (verify) {
      kept = verified(key, catalogue, kept);
    }
    SnapshotsJson answer =
        SnapshotsJson.of(key, catalogue.place(key), quorate.terminal().clock().get(), kept);
    quorate.answer(SnapshotsText.of(answer), answer);
    return verify && answer.hasBroken() ? ExitCode.NOT_GOOD : ExitCode.DONE;
  }

  private List<KeptSnapshot> verified(
      ClusterKey key, SnapshotCatalogue catalogue, List<KeptSnapshot> kept) {
    List<KeptSnapshot> verified = new ArrayList<>();
    for (KeptSnapshot one : kept) {
      quorate.say("reading " + one.file() + " ...");
      verified.add(catalogue.verify(key, one));
    }
    return verified;
  }
}
