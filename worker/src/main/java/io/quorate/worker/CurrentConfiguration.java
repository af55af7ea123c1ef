package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.MemberSettings;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configuration of a running process, whose clusters come, change and go with the files of {@code
 * clusters.d}. A change is read once the files have been quiet for a pace, so that nobody's half
 * written files count. A cluster that was taken out stays while its operation is under way; until
 * then no other cluster may have its members. {@code quorate.yml} itself is not read again.
 */
final class CurrentConfiguration implements Supplier<Configuration>, AutoCloseable {
  /** Time between two looks at the files. */
  static final Duration PACE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(CurrentConfiguration.class);
  private static final int NAMED = 10;

  private final List<Consumer<Set<ClusterKey>>> listeners = new CopyOnWriteArrayList<>();
  private final Function<Set<ClusterKey>, Set<ClusterKey>> busy;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("configuration").factory());
  private volatile Configuration now;
  private List<String> seen;
  private boolean unsettled;

  /**
   * Creates a configuration that is not read again yet.
   *
   * @param busy which of these clusters may have an operation under way
   */
  CurrentConfiguration(Configuration first, Function<Set<ClusterKey>, Set<ClusterKey>> busy) {
    this.now = first;
    this.busy = busy;
    this.seen = first.marks();
    this.unsettled = !first.wrongFiles().isEmpty();
    first.wrongFiles().forEach(CurrentConfiguration::wrong);
  }

  @Override
  public Configuration get() {
    return now;
  }

  /** Tells this listener of clusters that came, changed or went. */
  void onChange(Consumer<Set<ClusterKey>> listener) {
    listeners.add(listener);
  }

  /** Begins to look at the files. */
  void start() {
    ScheduledFuture<?> begun =
        looks.scheduleWithFixedDelay(
            this::lookSafely, PACE.toSeconds(), PACE.toSeconds(), TimeUnit.SECONDS);
    assert !begun.isCancelled();
  }

  private void lookSafely() {
    try {
      look();
    } catch (RuntimeException | Error failed) {
      LOG.error("The files of clusters were not looked at", failed);
    }
  }

  /** Reads the files again where they changed and are quiet since the last look. */
  synchronized void look() {
    List<String> marks = now.marksNow();
    boolean quiet = marks.equals(seen);
    seen = marks;
    if (quiet && (unsettled || !marks.equals(now.marks()))) {
      reread();
    }
  }

  /** Reads the files again now. */
  synchronized void reread() {
    Configuration before = now;
    Configuration read = settled(before, before.reread());
    now = read;
    tell(before, read);
    SortedSet<ClusterKey> changed = changed(before, read);
    if (!changed.isEmpty()) {
      LOG.info("Clusters that came, changed or went: {}", names(changed));
      listeners.forEach(listener -> told(listener, changed));
    }
  }

  private static void told(Consumer<Set<ClusterKey>> listener, Set<ClusterKey> changed) {
    try {
      listener.accept(changed);
    } catch (RuntimeException failed) {
      LOG.error("Not every part of the process learnt of the change of clusters", failed);
    }
  }

  /** Keeps the clusters that were taken out too early, and keeps others from their members. */
  private Configuration settled(Configuration before, Configuration read) {
    Set<ClusterKey> gone = new HashSet<>(before.clusters().keySet());
    gone.removeAll(read.clusters().keySet());
    Set<ClusterKey> staying = gone.isEmpty() ? Set.of() : busy.apply(gone);
    unsettled = !staying.isEmpty() || !read.wrongFiles().isEmpty();
    if (staying.isEmpty()) {
      return read;
    }
    LOG.warn(
        "{} taken out of the configuration, and stay until the operations there have ended",
        names(staying));
    SortedMap<ClusterKey, ClusterSettings> known = new TreeMap<>(read.clusters());
    SortedMap<ClusterKey, Problem> out = new TreeMap<>(read.clustersLeftOut());
    for (ClusterKey stays : staying) {
      ClusterSettings settings = before.required(stays);
      Set<URI> taken = urls(settings).collect(Collectors.toSet());
      known.values().stream()
          .filter(other -> !staying.contains(other.key()))
          .filter(other -> urls(other).anyMatch(taken::contains))
          .map(ClusterSettings::key)
          .toList()
          .forEach(other -> leaveOut(other, stays, before, known, out));
      known.put(stays, settings);
    }
    return read.with(known, out);
  }

  private static void leaveOut(
      ClusterKey other,
      ClusterKey stays,
      Configuration before,
      Map<ClusterKey, ClusterSettings> known,
      Map<ClusterKey, Problem> out) {
    String why =
        "waits, because its members are those of %s, whose operation is under way".formatted(stays);
    before.cluster(other).ifPresentOrElse(old -> known.put(other, old), () -> known.remove(other));
    out.put(other, new Problem(before.file().toString(), 1, "clusters." + other, why));
    LOG.warn("{} {}", other, why);
  }

  private static Stream<URI> urls(ClusterSettings cluster) {
    return cluster.everywhere().stream().map(MemberSettings::clientUrl);
  }

  private static SortedSet<ClusterKey> changed(Configuration before, Configuration read) {
    return Stream.of(before, read)
        .flatMap(one -> one.clusters().keySet().stream())
        .filter(key -> !before.cluster(key).equals(read.cluster(key)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void tell(Configuration before, Configuration read) {
    read.wrongFiles().stream()
        .filter(problem -> !before.wrongFiles().contains(problem))
        .forEach(CurrentConfiguration::wrong);
    if (read.wrongFiles().isEmpty() && !before.wrongFiles().isEmpty()) {
      LOG.info("All files of clusters are right again");
    }
  }

  private static void wrong(Problem problem) {
    LOG.error("A file of clusters is wrong and counts as it was before, if at all: {}", problem);
  }

  private static String names(Set<ClusterKey> clusters) {
    String named =
        clusters.stream().limit(NAMED).map(ClusterKey::value).collect(Collectors.joining(", "));
    return clusters.size() > NAMED ? named + " and " + (clusters.size() - NAMED) + " more" : named;
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
