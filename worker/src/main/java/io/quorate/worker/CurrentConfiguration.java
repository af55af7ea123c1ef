package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.MemberSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
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
import java.util.concurrent.locks.ReentrantLock;
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
 * written files count. A cluster that was taken out, or whose members have other addresses or files
 * now, stays as it was while its operation is under way; until then no other cluster may have its
 * members. {@code quorate.yml} itself is not read again.
 */
final class CurrentConfiguration implements Supplier<Configuration>, AutoCloseable {
  /** Time between two looks at the files. */
  static final Duration PACE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(CurrentConfiguration.class);
  private static final int NAMED = 10;

  private static final String MEMBERS_CHANGED =
      "waits with other addresses, files or names of its members, because its operation is under"
          + " way";
  private static final String MEMBERS_TAKEN =
      "waits, because its members are those of %s, whose operation is under way";

  private final List<Consumer<Set<ClusterKey>>> listeners = new CopyOnWriteArrayList<>();
  private final Function<Set<ClusterKey>, Set<ClusterKey>> busy;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("configuration").factory());

  /** Not a monitor, which would hold the carrier thread while Temporal is asked (JDK 21 to 23). */
  private final ReentrantLock reading = new ReentrantLock();

  private volatile Configuration now;
  private List<String> seen;
  private boolean unsettled;
  private Set<ClusterKey> stayed = Set.of();

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
  void look() {
    reading.lock();
    try {
      List<String> marks = now.marksNow();
      boolean quiet = marks.equals(seen);
      seen = marks;
      if (quiet && (unsettled || !marks.equals(now.marks()))) {
        reread();
      }
    } finally {
      reading.unlock();
    }
  }

  /** Reads the files again now. */
  void reread() {
    reading.lock();
    try {
      Configuration before = now;
      Configuration read = settled(before, before.reread());
      now = read;
      tell(before, read);
      SortedSet<ClusterKey> changed = changed(before, read);
      if (!changed.isEmpty()) {
        LOG.info("Clusters that came, changed or went: {}", names(changed));
        listeners.forEach(listener -> told(listener, changed));
      }
    } finally {
      reading.unlock();
    }
  }

  private static void told(Consumer<Set<ClusterKey>> listener, Set<ClusterKey> changed) {
    try {
      listener.accept(changed);
    } catch (RuntimeException failed) {
      LOG.error("Not every part of the process learnt of the change of clusters", failed);
    }
  }

  /**
   * Keeps the clusters that were taken out, or got other members, in the middle of an operation,
   * and keeps others from their members.
   */
  private Configuration settled(Configuration before, Configuration read) {
    Set<ClusterKey> moved =
        before.clusters().values().stream()
            .filter(was -> read.cluster(was.key()).filter(is -> is.keepsPlacesOf(was)).isEmpty())
            .map(ClusterSettings::key)
            .collect(Collectors.toUnmodifiableSet());
    Set<ClusterKey> staying = moved.isEmpty() ? Set.of() : Set.copyOf(busy.apply(moved));
    unsettled = !staying.isEmpty() || !read.wrongFiles().isEmpty();
    say(staying);
    if (staying.isEmpty()) {
      return read;
    }
    SortedMap<ClusterKey, ClusterSettings> known = new TreeMap<>(read.clusters());
    SortedMap<ClusterKey, Problem> out = new TreeMap<>(read.clustersLeftOut());
    staying.forEach(key -> known.put(key, before.required(key)));
    staying.stream()
        .filter(key -> read.cluster(key).isPresent())
        .forEach(key -> out.put(key, waits(key, before, MEMBERS_CHANGED)));
    keepOthersOut(before, staying, known, out);
    return read.with(known, out);
  }

  /** A cluster that waits keeps its own members meanwhile, so yet another one may have to wait. */
  private void keepOthersOut(
      Configuration before,
      Set<ClusterKey> staying,
      SortedMap<ClusterKey, ClusterSettings> known,
      SortedMap<ClusterKey, Problem> out) {
    Set<ClusterKey> kept = new HashSet<>(staying);
    Deque<ClusterKey> open = new ArrayDeque<>(staying);
    while (!open.isEmpty()) {
      ClusterKey stays = open.remove();
      Set<URI> taken = urls(before.required(stays)).collect(Collectors.toSet());
      List<ClusterKey> others =
          known.values().stream()
              .filter(other -> !kept.contains(other.key()))
              .filter(other -> urls(other).anyMatch(taken::contains))
              .map(ClusterSettings::key)
              .toList();
      for (ClusterKey other : others) {
        out.put(other, waits(other, before, MEMBERS_TAKEN.formatted(stays)));
        known.remove(other);
        if (before.cluster(other).isPresent()) {
          known.put(other, before.required(other));
          kept.add(other);
          open.add(other);
        }
      }
    }
  }

  private static Problem waits(ClusterKey cluster, Configuration before, String why) {
    return new Problem(before.file().toString(), 1, "clusters." + cluster, why);
  }

  /** Says it once, although the files are read at each look until then. */
  private void say(Set<ClusterKey> staying) {
    if (!staying.equals(stayed) && !staying.isEmpty()) {
      LOG.warn(
          "{} taken out of the configuration, or with other members there: settings stay as they"
              + " were until the operations there have ended",
          names(staying));
    }
    stayed = staying;
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
