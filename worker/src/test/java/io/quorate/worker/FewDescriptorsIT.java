package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.fleet.FleetProcess;
import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose descriptors are fewer than the channels of its clusters. */
class FewDescriptorsIT {
  private static final int CLUSTERS = 150;

  /** Descriptor limit of the process: half of it is below the 450 channels. */
  private static final int DESCRIPTORS = 800;

  @TempDir Path directory;

  @Test
  void aFleetKeepsAsManyChannelsAsHalfOfTheDescriptorsAllow()
      throws IOException, InterruptedException {
    try (var fleet = new FleetProcess(0, 0, 1, Optional.empty())) {
      Path file =
          FleetConfiguration.write(
              directory,
              CLUSTERS,
              new FleetConfiguration.Members(fleet.port(), fleet.metricsPort(), 1, false));
      Command.Finished finished =
          Command.of(
                  List.of(
                      "sh",
                      "-c",
                      "ulimit -n " + DESCRIPTORS + " && exec \"$@\"",
                      "sh",
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-cp",
                      System.getProperty("java.class.path"),
                      FewDescriptors.class.getName(),
                      file.toString()))
              .run(Duration.ofMinutes(2));
      long[] told =
          finished
              .output()
              .lines()
              .filter(line -> line.startsWith("@"))
              .flatMap(line -> Arrays.stream(line.substring(1).split(" ")))
              .mapToLong(Long::parseLong)
              .toArray();
      assertThat(told).as(finished.output()).hasSize(2);
      assertThat(told[0]).isEqualTo(DESCRIPTORS);
      assertThat(told[1]).as("silent members").isZero();
      assertThat(finished.output())
          .contains("150 clusters want 450. So 2 connections a second are opened");
    }
  }
}
