package io.quorate.worker;

import com.sun.management.UnixOperatingSystemMXBean;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Descriptors;
import io.quorate.configuration.Environment;
import io.quorate.lab.machine.Await;
import io.quorate.port.PulseSource;
import io.quorate.watch.Pulse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Program of {@link FewDescriptorsIT}: a pulse of each cluster, and the end of channels. */
final class FewDescriptors {
  private static final int TOGETHER = 10;

  private FewDescriptors() {}

  /** Takes the configuration; prints the limit and how many members were silent. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Configuration configuration =
        ConfigurationFile.load(Optional.of(Path.of(arguments[0])), Environment.here());
    try (Clusters clusters = new Clusters(configuration, Clock.systemUTC())) {
      ChannelLimit places = new ChannelLimit(() -> configuration, any -> true, Descriptors.limit());
      places.count();
      PulseSource pulses = clusters.pulses(places);
      List<ClusterKey> all = List.copyOf(configuration.clusters().keySet());
      long silent = silent(pulses, all.subList(0, 1));
      // All that a pulse needs has been loaded; half of the descriptors may become channels.
      long most = open() + Descriptors.limit() / 2 + 20;
      silent += silent(pulses, all);
      Await.until("closed channels", Duration.ofSeconds(30), () -> open() <= most);
      System.out.printf("@%d %d%n", Descriptors.limit(), silent);
    }
    System.exit(0);
  }

  /** Asks some clusters at one time, as a watch does. */
  private static long silent(PulseSource pulses, List<ClusterKey> clusters) {
    long silent = 0;
    for (int first = 0; first < clusters.size(); first += TOGETHER) {
      List<CompletableFuture<Pulse>> asked =
          clusters.subList(first, Math.min(first + TOGETHER, clusters.size())).stream()
              .map(cluster -> pulses.pulse(cluster).toCompletableFuture())
              .toList();
      silent += asked.stream().mapToLong(pulse -> pulse.join().silences().size()).sum();
    }
    return silent;
  }

  private static long open() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }
}
