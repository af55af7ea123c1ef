package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RehearsedLookTest {
  /** A configuration with an error would leave nearly all classes out of the archive. */
  @Test
  void looksAtAClusterOnHostsAndAtAClusterInKubernetes() throws IOException, InterruptedException {
    Process look =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RehearsedLook.class.getName())
            .redirectErrorStream(true)
            .start();

    String said = new String(look.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    look.waitFor();

    assertThat(said)
        .containsPattern("hosts +unobservable")
        .containsPattern("kubernetes +unobservable");
  }
}
