package io.quorate.datadir.wal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a segment of the log, {@code <sequence>-<first index>.wal}.
 *
 * @param sequence counts up by one from segment to segment, from 0
 * @param index the first entry that the segment may hold
 * @param canonical whether it is the name that etcd itself gives; etcd takes others as well, and
 *     appends to them
 */
public record SegmentName(String name, long sequence, long index, boolean canonical) {
  private static final Pattern FORM =
      Pattern.compile("([0-9a-fA-F]{1,16})-([0-9a-fA-F]{1,16})\\.wal(?:.*\\.wal)?");

  /** The name of a file in the folder of segments; empty where etcd would ignore it. */
  public static Optional<SegmentName> parse(String file) {
    Matcher matcher = FORM.matcher(file);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long sequence = Long.parseUnsignedLong(matcher.group(1), 16);
    long index = Long.parseUnsignedLong(matcher.group(2), 16);
    boolean canonical = file.equals("%016x-%016x.wal".formatted(sequence, index));
    return Optional.of(new SegmentName(file, sequence, index, canonical));
  }
}
