package io.quorate.volume;

import io.quorate.data.DataFiles;
import io.quorate.datadir.Depth;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The last reading of each member's data. Data of a stopped member is looked at twice a minute
 * while people think, and over a network a look costs the whole end of its log: the same files are
 * read once. A reading of all of them stands for every later look at a part.
 */
public final class Readings {
  public static final Reading NOTHING = new Reading(DataReading.Found.NOTHING, Optional.empty());

  private final Clock clock;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  public Readings(Clock clock) {
    this.clock = clock;
  }

  private record Kept(String sum, Reading reading) {}

  /**
   * A reading.
   *
   * @param readAt when all of the data was read; empty where it was a part
   */
  public record Reading(DataReading.Found found, Optional<Instant> readAt) {
    /**
     * The files with what the reading of all of them found. That another release is wanted is no
     * fault of the files, so it is found out anew.
     */
    public DataFiles markedIn(DataFiles files) {
      return readAt
          .filter(at -> found.unfit().isEmpty())
          .map(at -> files.readWhole(at, found.damage()))
          .orElse(files);
    }
  }

  /**
   * The reading of these files, now or earlier.
   *
   * @param sum tells the files from all others; empty where nothing does, and then they are read
   */
  public Reading of(
      String place, Optional<String> sum, Depth depth, Supplier<DataReading.Found> data) {
    Kept before = kept.get(place);
    if (before != null
        && sum.filter(before.sum::equals).isPresent()
        && (depth == Depth.QUICK || before.reading.readAt().isPresent())) {
      return before.reading;
    }
    DataReading.Found found = data.get();
    boolean says = found.position().isPresent() || found.damage().isPresent();
    Reading reading =
        new Reading(found, Optional.of(clock.instant()).filter(at -> says && depth == Depth.FULL));
    sum.filter(any -> says).ifPresent(one -> kept.put(place, new Kept(one, reading)));
    return reading;
  }
}
