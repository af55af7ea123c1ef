package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A cluster without quorum, brought back as an operator would script it with etcd's own tools. */
record BroughtBackByHand(Stage stage, String minor) {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String NAME = "bring-back.sh";

  /** Starts the members whose process is gone; the seconds of each step. */
  Map<String, Double> returned() throws IOException, InterruptedException {
    return run("return", "none");
  }

  /** Restores this file of the store as the first member, and adds the others. */
  Map<String, Double> restored(String snapshot) throws IOException, InterruptedException {
    Path first = stage.etcd().members().getFirst().files().folder();
    return run(
        "restore",
        first
            .resolve("../../snapshots")
            .resolve(Stage.CLUSTER)
            .resolve(snapshot)
            .normalize()
            .toString());
  }

  private Map<String, Double> run(String how, String snapshot)
      throws IOException, InterruptedException {
    Path script = stage.folder().file(NAME);
    try (InputStream text = BroughtBackByHand.class.getResourceAsStream(NAME)) {
      Files.copy(text, script, StandardCopyOption.REPLACE_EXISTING);
    }
    ToolFolder etcd = ToolsForTests.etcd(minor);
    List<String> words =
        new ArrayList<>(
            List.of(
                "sh",
                script.toString(),
                etcd.program("etcdctl").toString(),
                how,
                etcd.program("etcdutl").toString(),
                snapshot));
    for (EtcdMember member : stage.etcd().members()) {
      words.add(member.name());
      words.add(member.files().folder().toString());
      words.add(member.peerUrl().toString());
      words.add(member.clientUrl().toString());
    }
    // Not under Command's wing: it would take the members that were started along at its end.
    Path output = stage.folder().file("script.out");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(ended && process.exitValue() == 0).as(Files.readString(output)).isTrue();
    return PlainScript.steps(Files.readString(output));
  }
}
