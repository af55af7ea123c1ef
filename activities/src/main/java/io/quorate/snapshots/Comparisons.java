package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import io.quorate.record.LastComparison;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Last comparisons as one small JSON file a cluster, beside its snapshots. The file is replaced as
 * a whole; of two writers the later one stays, and both compared the same cluster.
 */
final class Comparisons implements ComparisonResults {
  /** Name of the file of a cluster. */
  static final String FILE = "last-comparison.json";

  private static final Logger LOG = LoggerFactory.getLogger(Comparisons.class);

  private final Function<ClusterKey, ObjectStore> files;

  /** Results that could not be written: this process knows them as long as it lives. */
  private final Map<ClusterKey, LastComparison> unwritten = new ConcurrentHashMap<>();

  Comparisons(Function<ClusterKey, ObjectStore> files) {
    this.files = files;
  }

  @Override
  public Optional<LastComparison> last(ClusterKey cluster) {
    LastComparison kept = unwritten.get(cluster);
    return kept == null ? read(files.apply(cluster)) : Optional.of(kept);
  }

  private static Optional<LastComparison> read(ObjectStore from) {
    try {
      Optional<String> text = from.text(FILE);
      return text.isEmpty() ? Optional.empty() : Optional.of(ComparisonText.parse(text.get()));
    } catch (IOException | DateTimeException | IllegalArgumentException unreadable) {
      throw new Failure.Refused(
          from.unreadable("the last comparison", FILE, unreadable)
              + "; move it away, and data is compared anew",
          unreadable);
    }
  }

  @Override
  public void keep(ClusterKey cluster, LastComparison result) {
    try {
      ObjectStore into = files.apply(cluster);
      into.make();
      into.replace(FILE, ComparisonText.of(result).getBytes(StandardCharsets.UTF_8));
      unwritten.remove(cluster);
    } catch (IOException | Failure e) {
      unwritten.put(cluster, result);
      LOG.warn(
          "what a comparison of {} found is not written to {}: {}", cluster, FILE, e.toString());
    }
  }

  @Override
  public Optional<Claim> claim(ClusterKey cluster) {
    return files.apply(cluster).claim();
  }
}
