package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of one cluster in S3: an object for each generation, written only where there is none of
 * that number ({@code If-None-Match}). A damaged one stays where it is, and its number stays taken.
 */
final class S3Generations implements RecordGenerations {
  private static final Logger LOG = LoggerFactory.getLogger(S3Generations.class);
  private static final Pattern GENERATION = Pattern.compile(".*/record-(\\d{12})\\.json");
  private static final int KEPT = 16;
  private static final long LIMIT_BYTES = 4 << 20;

  private final S3Bucket bucket;
  private final ClusterKey cluster;

  S3Generations(S3Bucket bucket, ClusterKey cluster) {
    this.bucket = bucket;
    this.cluster = cluster;
  }

  @Override
  public String place() {
    return bucket.words(folder());
  }

  private String folder() {
    return bucket.key(cluster.value(), "record");
  }

  @Override
  public Found newest() {
    SortedMap<Long, Long> sizes = sizes();
    long last = sizes.isEmpty() ? 0 : sizes.firstKey();
    List<String> damaged = new ArrayList<>();
    for (var one : sizes.entrySet()) {
      try {
        Optional<ClusterRecord> record = parsed(one.getKey(), one.getValue());
        if (record.isEmpty()) {
          return newest();
        }
        return new Found(new ClusterRecords.Kept(record, one.getKey(), damaged), last);
      } catch (RecordText.Damaged why) {
        damaged.add(bucket.words(key(one.getKey())) + " is damaged: " + why.getMessage());
      } catch (IOException later) {
        throw new Failure.Refused(
            "the record of " + cluster + " in " + place() + " cannot be read (" + later + ")",
            later);
      }
    }
    return new Found(new ClusterRecords.Kept(Optional.empty(), 0, damaged), last);
  }

  /** The record of a generation; empty where it was removed meanwhile. */
  private Optional<ClusterRecord> parsed(long generation, long size)
      throws IOException, RecordText.Damaged {
    if (size > LIMIT_BYTES) {
      throw new RecordText.Damaged("it is larger than any record");
    }
    Optional<byte[]> text = bucket.get(key(generation));
    if (text.isEmpty()) {
      return Optional.empty();
    }
    ClusterRecord record = RecordText.parse(new String(text.get(), StandardCharsets.UTF_8));
    if (!record.cluster().equals(cluster)) {
      throw new RecordText.Damaged("it is the record of " + record.cluster());
    }
    return Optional.of(record);
  }

  @Override
  public boolean write(ClusterRecord record, long last, Instant now) {
    long next = last + 1;
    byte[] text = RecordText.of(record, next).getBytes(StandardCharsets.UTF_8);
    if (!bucket.create(key(next), text)) {
      return false;
    }
    // The number may have been free because a faster writer is far ahead and removed it.
    SortedMap<Long, Long> all = sizes();
    boolean newest = all.isEmpty() || all.firstKey() == next;
    if (newest) {
      removeOld(all, next);
    }
    return newest;
  }

  private void removeOld(SortedMap<Long, Long> all, long newest) {
    try {
      all.keySet().stream()
          .filter(generation -> generation <= newest - KEPT)
          .forEach(generation -> bucket.delete(key(generation)));
    } catch (Failure kept) {
      // Credentials that may delete nothing are a good choice; old generations do no harm.
      LOG.debug("old generations of the record of {} stay: {}", cluster, kept.getMessage());
    }
  }

  /** All generations with their sizes in bytes, the newest first. */
  private SortedMap<Long, Long> sizes() {
    SortedMap<Long, Long> sizes = new TreeMap<>(Collections.reverseOrder());
    bucket
        .list(folder() + "/record-")
        .forEach(
            (key, object) -> {
              Matcher name = GENERATION.matcher(key);
              if (name.matches()) {
                sizes.put(Long.parseLong(name.group(1)), object.size());
              }
            });
    return sizes;
  }

  private String key(long generation) {
    return folder() + String.format(Locale.ROOT, "/record-%012d.json", generation);
  }
}
