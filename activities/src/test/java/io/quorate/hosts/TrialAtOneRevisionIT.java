package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A trial counts and hashes keys at the revision of what was restored, whatever etcd does then. */
class TrialAtOneRevisionIT {
  private static final long BUMP = 1_000_000_000;
  private static final int KEYS = 10;

  /** Line of the script before which the hash is asked for. */
  private static final String HASHES = "  if [ -n \"$keys_at\" ]; then\n";

  /** As a hash of 8 GiB does it, which takes 20 s. */
  private static final String UNTIL_THE_LEASE_RAN_OUT =
      "  until [ -z \"$(ask get leased)\" ]; do sleep 0.1; done\n";

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void leasesThatRunOutBeforeTheHashSpeakAgainstNoSnapshot(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = RestoredCluster.started(etcd, 1, EtcdSettings.plain())) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      SnapshotFile empty = saved(old, "empty.db");
      old.put(0, KEYS);
      String granted = told(old, "lease", "grant", "3");
      told(old, "put", "leased", "value", "--lease=" + granted.split(" ")[1]);
      SnapshotFile leased = saved(old, "leased.db");

      Shell slow = ChangedScript.with("alone", HASHES, UNTIL_THE_LEASE_RAN_OUT + HASHES);
      Trial trial = tried(old, slow, leased, OptionalLong.empty());

      Revision revision = new Revision(KEYS + 2);
      assertThat(trial.content().revision()).isEqualTo(revision);
      assertThat(trial.content().keys().orElseThrow().count()).isEqualTo(KEYS + 1);
      assertThat(trial.content().keys().orElseThrow().hash().at()).isEqualTo(revision);
      assertThat(trial.content().keys())
          .as("as where no lease ran out")
          .isEqualTo(tried(old, new LocalShell(), leased, OptionalLong.empty()).content().keys());
      if (!etcd.tool().minor().equals("3.4")) {
        anEmptyOneIsRaised(old, empty);
      }
      aSalvageIsSavedBeforeItIsHashed(old, slow);
    }
  }

  /** At 8 GiB a lease of 15 s would be gone in the snapshot itself. */
  private static void aSalvageIsSavedBeforeItIsHashed(RestoredCluster old, Shell slow)
      throws Exception {
    Await.until("the first lease to run out", RestoredCluster.LIMIT, () -> isGone(old, "leased"));
    String granted = told(old, "lease", "grant", "3");
    told(old, "put", "leased", "value", "--lease=" + granted.split(" ")[1]);
    old.member(0).stop();
    Path file = old.folder.resolve("salvaged.db");

    Salvaged salvaged =
        RestoredCluster.salvaged(old.restores(slow), old.name(0), file, doing -> {});

    Trial trial =
        tried(
            old,
            new LocalShell(),
            RestoredCluster.file(file, Trailer.PRESENT),
            OptionalLong.empty());
    assertThat(trial.content().revision()).isEqualTo(salvaged.content().revision());
    assertThat(trial.content().keys().orElseThrow().count()).isEqualTo(KEYS + 1);
    assertThat(trial.content().keys()).isEqualTo(salvaged.content().keys());
  }

  private static void anEmptyOneIsRaised(RestoredCluster old, SnapshotFile empty) {
    Trial raised = tried(old, new LocalShell(), empty, OptionalLong.of(BUMP));
    assertThat(raised.content().revision()).isEqualTo(new Revision(1).raised(BUMP));
    assertThat(raised.oldWatch()).contains(Trial.OldWatch.COMPACTED);
  }

  private static Trial tried(
      RestoredCluster old, Shell shell, SnapshotFile file, OptionalLong bump) {
    return old.restores(shell)
        .tryOut(old.name(0), TrialOrder.of(old.brought(0, file), bump), RestoredCluster.permit());
  }

  private static SnapshotFile saved(RestoredCluster old, String name) throws Exception {
    Path path = old.folder.resolve(name);
    told(old, "snapshot", "save", path.toString());
    return RestoredCluster.file(path, Trailer.PRESENT);
  }

  private static boolean isGone(RestoredCluster old, String key) throws InterruptedException {
    try {
      return old.cluster.etcdctl("get", key).output().isBlank();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String told(RestoredCluster old, String... words) throws Exception {
    Command.Finished finished = old.cluster.etcdctl(words);
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return finished.output();
  }
}
