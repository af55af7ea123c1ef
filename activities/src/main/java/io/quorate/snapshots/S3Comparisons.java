package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LastComparison;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last comparisons as one small object a cluster, beside its snapshots. */
final class S3Comparisons implements ComparisonResults {
  private static final Logger LOG = LoggerFactory.getLogger(S3Comparisons.class);

  private final S3Bucket bucket;
  private final Clock clock;

  /** Results that could not be written: this process knows them as long as it lives. */
  private final Map<ClusterKey, LastComparison> unwritten = new ConcurrentHashMap<>();

  S3Comparisons(S3Bucket bucket, Clock clock) {
    this.bucket = bucket;
    this.clock = clock;
  }

  @Override
  public Optional<LastComparison> last(ClusterKey cluster) {
    LastComparison kept = unwritten.get(cluster);
    return kept == null ? bucket.get(key(cluster)).map(this::parsed) : Optional.of(kept);
  }

  private LastComparison parsed(byte[] text) {
    try {
      return ComparisonText.parse(new String(text, StandardCharsets.UTF_8));
    } catch (JsonProcessingException | DateTimeException | IllegalArgumentException unreadable) {
      throw new Failure.Refused(
          "the last comparison in "
              + bucket.settings().words()
              + " cannot be read; move it away, and data is compared anew",
          unreadable);
    }
  }

  @Override
  public void keep(ClusterKey cluster, LastComparison result) {
    try {
      bucket.put(key(cluster), ComparisonText.of(result).getBytes(StandardCharsets.UTF_8));
      unwritten.remove(cluster);
    } catch (Failure e) {
      unwritten.put(cluster, result);
      LOG.warn("what a comparison of {} found is not written: {}", cluster, e.getMessage());
    }
  }

  /**
   * Claims the hour: an object that only one process can create. A process that dies leaves it, and
   * the claim ends with the next hour; then data is compared up to two hours later than it could.
   */
  @Override
  public Optional<Claim> claim(ClusterKey cluster) {
    Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
    if (bucket.get(claim(cluster, hour.minus(1, ChronoUnit.HOURS))).isPresent()
        || !bucket.create(claim(cluster, hour), new byte[0])) {
      return Optional.empty();
    }
    return Optional.of(() -> release(claim(cluster, hour)));
  }

  private void release(String key) {
    try {
      bucket.delete(key);
    } catch (Failure kept) {
      LOG.debug("the claim {} stays until the next hour: {}", key, kept.getMessage());
    }
  }

  private String claim(ClusterKey cluster, Instant hour) {
    return bucket.key(cluster.value(), "comparing", hour.toString().replace(":", ""));
  }

  private String key(ClusterKey cluster) {
    return bucket.key(cluster.value(), DirectoryComparisons.FILE);
  }
}
