package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The same replacement as an operator would script it with etcdctl. */
final class PlainScript {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String NAME = "replace-member.sh";

  private final Stage stage;
  private final Path script;
  private final String etcdctl;

  PlainScript(Stage stage, String minor) throws IOException, InterruptedException {
    this.stage = stage;
    this.script = stage.folder().file(NAME);
    this.etcdctl = ToolsForTests.etcd(minor).program("etcdctl").toString();
    try (InputStream text = PlainScript.class.getResourceAsStream(NAME)) {
      Files.copy(text, script, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Replaces the member that is gone; the seconds of each step. */
  Map<String, Double> replace(EtcdMember gone) throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "sh",
                script.toString(),
                etcdctl,
                gone.name(),
                gone.files().folder().toString(),
                gone.peerUrl().toString(),
                gone.clientUrl().toString()));
    stage.etcd().members().stream()
        .filter(member -> !member.equals(gone))
        .forEach(member -> words.add(member.clientUrl().toString()));
    // Not under Command's wing: it would take the member that was started along at its end.
    Path output = stage.folder().file("script.out");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(ended && process.exitValue() == 0).as(Files.readString(output)).isTrue();
    return steps(Files.readString(output));
  }

  static Map<String, Double> steps(String output) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    output
        .lines()
        .filter(line -> line.startsWith("step "))
        .map(line -> line.split(" "))
        .forEach(words -> seconds.put(words[1], Double.parseDouble(words[2]) / 1000));
    return seconds;
  }
}
