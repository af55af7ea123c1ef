package io.quorate.worker;

import com.sun.management.OperatingSystemMXBean;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.Pulse;
import io.quorate.worker.watch.FleetWatch;
import io.quorate.worker.watch.PulseListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Program of {@link WatchingProcess}: a watch over the clusters of a configuration for 90 s after
 * their first pulses, and its figures. The first 30 s count for the ages and not for the processor,
 * because the compiler works in them.
 */
final class WatchedFleet implements PulseListener {
  /** The zone whose members hang: ages of its clusters are nobody's concern. */
  private static final FailureDomain LOST = new FailureDomain("z" + FleetIT.LOST);

  private static final int WARM_SECONDS = 30;

  /** Linux counts the processor time of threads in hundredths of a second. */
  private static final long NANOS_OF_A_TICK = 10_000_000;

  private static final int SECONDS = 90;

  private final Map<ClusterKey, Pulse> last = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Long> seen = new ConcurrentHashMap<>();
  private final List<String> silent = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch unopened;

  private WatchedFleet(int clusters) {
    this.unopened = new CountDownLatch(clusters);
  }

  @Override
  public void opened(ClusterKey cluster, Pulse pulse) {
    last.put(cluster, pulse);
    seen.put(cluster, System.nanoTime());
    unopened.countDown();
  }

  @Override
  public void pulsed(ClusterKey cluster, Pulse pulse) {
    last.put(cluster, pulse);
    seen.put(cluster, System.nanoTime());
    String number = cluster.value().substring("fleet-".length());
    pulse
        .silences()
        .forEach(
            (member, why) ->
                silent.add(
                    "%s %s %s"
                        .formatted(
                            number,
                            member.value().substring("etcd-".length()),
                            why.getClass().getSimpleName())));
  }

  /** Takes the configuration and the number of its clusters. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    long heapBefore = heap();
    Configuration configuration =
        ConfigurationFile.load(Optional.of(Path.of(arguments[0])), Environment.here());
    int number = configuration.clusters().size();
    if (number == 0) {
      throw new IllegalArgumentException(
          "no cluster is right: " + configuration.wrongFiles().getFirst());
    }
    WatchedFleet fleet = new WatchedFleet(number);
    Clusters clusters = new Clusters(configuration, Clock.systemUTC());
    long begun = System.nanoTime();
    Map<ClusterKey, Set<FailureDomain>> zones = clusters.zones();
    FleetWatch watch =
        new FleetWatch(
            zones,
            key -> true,
            clusters.pulses(() -> KeptChannels.ALL),
            fleet,
            System::nanoTime,
            Thread::startVirtualThread);
    watch.start(new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory()));
    fleet.unopened.await();
    double opened = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1_000.0;
    System.out.println("@opened");
    int[] ages = new int[10 * SECONDS];
    long processorBefore = 0;
    long compilersBefore = 0;
    for (int second = 0; second < SECONDS; second++) {
      if (second == WARM_SECONDS) {
        processorBefore = processor();
        compilersBefore = compilers();
      }
      TimeUnit.SECONDS.sleep(1);
      fleet.sample(zones, ages);
    }
    double passes = (SECONDS - WARM_SECONDS) / (double) FleetWatch.EVERY.toSeconds();
    double compiled = (compilers() - compilersBefore) / 1e6 / number / passes;
    double millis = (processor() - processorBefore) / 1e6 / number / passes - compiled;
    fleet.silent.forEach(line -> System.out.println("@" + line));
    System.out.printf(
        "@%s %s %s %s %s %s %s %s%n@figures%n",
        opened,
        seconds(ages, 0.99),
        seconds(ages, 1),
        millis,
        compiled,
        (heap() - heapBefore) / 1024.0 / number,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    System.exit(fleet.last.size() == number && watch.skipped() >= 0 ? 0 : 1);
  }

  /** Counts the age of each cluster's last pulse, in tenths of a second. */
  private void sample(Map<ClusterKey, Set<FailureDomain>> zones, int[] ages) {
    long now = System.nanoTime();
    seen.forEach(
        (cluster, at) -> {
          if (!zones.getOrDefault(cluster, Set.of()).contains(LOST)) {
            long tenths = Duration.ofNanos(now - at).toMillis() / 100;
            ages[Math.clamp(tenths, 0, ages.length - 1)]++;
          }
        });
  }

  /** The age that this share of the samples does not exceed. */
  private static double seconds(int[] ages, double share) {
    long left = Math.round(Arrays.stream(ages).asLongStream().sum() * share);
    int tenths = 0;
    while (left > ages[tenths]) {
      left -= ages[tenths];
      tenths++;
    }
    return (tenths + 1) / 10.0;
  }

  private static long processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Processor time of Java's compilers, which work for some minutes whatever the fleet is. */
  private static long compilers() throws IOException {
    long ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        if (Files.readString(thread.resolve("comm")).contains("CompilerThre")) {
          String stat = Files.readString(thread.resolve("stat"));
          String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
          ticks += Long.parseLong(words[11]) + Long.parseLong(words[12]);
        }
      }
    }
    return ticks * NANOS_OF_A_TICK;
  }

  private static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
