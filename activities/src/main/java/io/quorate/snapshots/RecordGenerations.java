package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of one cluster: a file for each generation, whose name is never written over. Of two
 * writers one finds the number taken, reads what the other wrote and adds to it.
 */
record RecordGenerations(ClusterKey cluster, ObjectStore files) {
  private static final Logger LOG = LoggerFactory.getLogger(RecordGenerations.class);
  private static final String BEGINNING = "record-";
  private static final Pattern GENERATION = Pattern.compile("record-(\\d{12})\\.json(\\.damaged)?");
  private static final int KEPT = 16;

  /** Readings after which a file that is listed and not there counts as damaged. */
  private static final int READINGS = 5;

  private static final long LIMIT_BYTES = 4 << 20;

  /**
   * Result of one reading.
   *
   * @param last the highest number that was taken then, also by a damaged one; 0 for none
   * @param broken the files that are damaged and not set aside, with the reason
   */
  record Found(ClusterRecords.Kept kept, long last, Map<String, String> broken) {}

  /** The newest generation that is what was written. */
  Found newest() {
    return newest(READINGS);
  }

  private Found newest(int readings) {
    Map<String, String> broken = new LinkedHashMap<>();
    try {
      NavigableMap<String, ObjectStore.State> all = all();
      for (var one : all.entrySet()) {
        String name = one.getKey();
        if (isSetAside(name)) {
          continue;
        }
        try {
          Optional<ClusterRecord> record = parsed(name, one.getValue().sizeBytes());
          if (record.isPresent()) {
            return found(record, number(name), all, broken);
          }
          if (readings > 1) {
            return newest(readings - 1);
          }
          broken.put(name, "it is listed, and there is nothing to read");
        } catch (RecordText.Damaged why) {
          broken.put(name, why.getMessage());
        }
      }
      return found(Optional.empty(), 0, all, broken);
    } catch (IOException e) {
      throw failure("cannot be read", e);
    }
  }

  private Found found(
      Optional<ClusterRecord> record,
      long generation,
      NavigableMap<String, ObjectStore.State> all,
      Map<String, String> broken) {
    List<String> damaged = new ArrayList<>();
    all.keySet().stream()
        .filter(RecordGenerations::isSetAside)
        .forEach(name -> damaged.add(files.words(name) + " was damaged and is set aside"));
    broken.forEach((name, why) -> damaged.add(files.words(name) + " is damaged: " + why));
    long last = all.isEmpty() ? 0 : number(all.firstKey());
    return new Found(new ClusterRecords.Kept(record, generation, damaged), last, broken);
  }

  /** The record of a generation; empty where it was removed meanwhile. */
  private Optional<ClusterRecord> parsed(String name, long size)
      throws IOException, RecordText.Damaged {
    if (size > LIMIT_BYTES) {
      throw new RecordText.Damaged("it is larger than any record");
    }
    Optional<byte[]> text = files.get(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    ClusterRecord record = RecordText.parse(new String(text.get(), StandardCharsets.UTF_8));
    if (!record.cluster().equals(cluster)) {
      throw new RecordText.Damaged("it is the record of " + record.cluster());
    }
    return Optional.of(record);
  }

  /**
   * Writes the generation after what was found, on which the record rests.
   *
   * @return whether it is the newest now; where it is not, another writer was faster
   */
  boolean write(ClusterRecord record, Found on) {
    long next = on.last() + 1;
    try {
      for (var one : on.broken().entrySet()) {
        files.setAside(one.getKey(), one.getValue());
      }
      byte[] text = RecordText.of(record, next).getBytes(StandardCharsets.UTF_8);
      if (!files.create(name(next), text)) {
        return false;
      }
      // The number may have been free because a faster writer is far ahead and removed it.
      NavigableMap<String, ObjectStore.State> all = all();
      boolean newest = all.isEmpty() || number(all.firstKey()) == next;
      if (newest) {
        removeOld(all, next);
      }
      return newest;
    } catch (IOException e) {
      throw failure("cannot be written", e);
    }
  }

  private void removeOld(Map<String, ObjectStore.State> all, long newest) throws IOException {
    List<String> old =
        all.keySet().stream()
            .filter(name -> !isSetAside(name) && number(name) <= newest - KEPT)
            .toList();
    try {
      files.delete(old);
    } catch (Failure kept) {
      // Credentials that may delete nothing are a good choice; old generations do no harm.
      LOG.debug("old generations of the record of {} stay: {}", cluster, kept.getMessage());
    }
  }

  /** All generations, also those set aside, the newest first. */
  private NavigableMap<String, ObjectStore.State> all() throws IOException {
    NavigableMap<String, ObjectStore.State> all = new TreeMap<>(files.list(BEGINNING));
    all.keySet().removeIf(name -> !GENERATION.matcher(name).matches());
    return all.descendingMap();
  }

  private static String name(long generation) {
    return String.format(Locale.ROOT, BEGINNING + "%012d.json", generation);
  }

  private static long number(String file) {
    Matcher name = GENERATION.matcher(file);
    return name.matches() ? Long.parseLong(name.group(1)) : 0;
  }

  private static boolean isSetAside(String file) {
    return !file.endsWith(".json");
  }

  private Failure failure(String what, IOException e) {
    String where = "the record of " + cluster + " in " + files.place();
    return new Failure.Refused(where + " " + what + " (" + e + ")" + files.remedy(e), e);
  }
}
