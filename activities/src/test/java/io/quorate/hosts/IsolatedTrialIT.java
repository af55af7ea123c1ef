package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.SnapshotFile;
import io.quorate.port.TrialOrder;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Isolation of a trial: what it restores is the cluster once more, and must find no member. */
class IsolatedTrialIT {
  /** Line of the script after which what was restored serves. */
  private static final String SERVES = "  echo \"starting-ms=$(ms_since \"$begun\")\"\n";

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void whoeverTriesFromInsideTheTrialReachesNoMember(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = RestoredCluster.started(etcd, 1, EtcdSettings.plain())) {
      assumeTrue(old.restores().objection(old.name(0)).isEmpty(), "needs root and unshare");
      old.put(0, 10);
      Path saved = old.folder.resolve("saved.db");
      assertThat(old.cluster.etcdctl("snapshot", "save", saved.toString()).succeeded()).isTrue();
      SnapshotFile file = RestoredCluster.file(saved, Trailer.PRESENT);
      Path inside = old.folder.resolve("inside");
      Path outside = old.folder.resolve("outside");
      String question =
          "env -i PATH=\"$PATH\" \"$ctl\" --endpoints=%s --command-timeout=3s get small"
              .formatted(old.member(0).clientUrl());

      Shell within = ChangedScript.with("alone", SERVES, SERVES + asked(question, inside));
      // The same question, asked where the script begins, which is not in the namespace yet.
      Shell both =
          ChangedScript.with(
              within,
              "alone",
              "lock_for \"$suffix\"\n",
              "lock_for \"$suffix\"\n" + asked(question, outside));
      old.restores(both)
          .tryOut(old.name(0), TrialOrder.of(file, OptionalLong.empty()), RestoredCluster.permit());

      assertThat(Files.readString(outside)).contains("reached");
      assertThat(Files.readString(inside)).doesNotContain("reached").contains("Error");
      assertThat(old.member(0).isServing()).isTrue();
    }
  }

  private static String asked(String question, Path said) {
    return "  if %1$s >%2$s 2>&1; then echo reached >>%2$s; fi\n".formatted(question, said);
  }
}
