package io.quorate.lab.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;

/**
 * Metrics page of a real member, with the ids of another one put in. The families that name a
 * member, say who leads, or count waits for the log are made for each page; all others stay as
 * recorded, so their counters stand still. They were compressed once, because a page of 180 kB
 * would take 3 ms each time.
 */
final class RecordedPage {
  /** The lines that were recorded, the oldest first, as those of {@link RecordedStatus}. */
  private static final List<String> MINORS = List.of("3.4", "3.5", "3.6", "3.7");

  private static final Pattern OWN = Pattern.compile("etcd_server_id\\{server_id=\"(\\w+)\"} 1");
  private static final Pattern PEER =
      Pattern.compile("etcd_network_active_peers\\{Local=\"\\w+\",Remote=\"(\\w+)\"} 1");
  private static final String LEADER = "etcd_server_is_leader ";
  private static final Pattern FAMILY = Pattern.compile("(?m)^(?=# HELP )");

  /** Counters that grow: bytes from a peer, whose id is the second group, and waits for the log. */
  private static final Pattern GROWING =
      Pattern.compile(
          "(etcd_network_peer_received_bytes_total\\{From=\"(\\w{2,})\"}"
              + "|etcd_disk_wal_fsync_duration_seconds_(?:bucket\\{.*}|count)) (\\d+)");

  private static final String FSYNC = "# HELP etcd_disk_wal_fsync_duration_seconds ";

  /** Header of a gzip file: deflate, no name, no time, of an unknown system. */
  private static final byte[] GZIP = {31, (byte) 139, 8, 0, 0, 0, 0, 0, 0, (byte) 255};

  private final String minor;

  /** Ids of the recorded member and of its peers, as the page writes them. */
  private final List<String> ids;

  /** The families that are made for each page. */
  private final String moving;

  /** All other families. */
  private final byte[] steady;

  /** All other families as the end of a stream in raw deflate. */
  private final byte[] compressed;

  private RecordedPage(String minor, List<String> ids, String moving, String steady) {
    this.minor = minor;
    this.ids = ids;
    this.moving = moving;
    this.steady = steady.getBytes(StandardCharsets.UTF_8);
    this.compressed = deflated(this.steady, Deflater.BEST_COMPRESSION, true);
  }

  /** All that were recorded, the oldest line first. */
  static List<RecordedPage> all() {
    return MINORS.stream().map(minor -> of(minor, text(minor))).toList();
  }

  private static String text(String minor) {
    try (InputStream file = RecordedPage.class.getResourceAsStream("metrics-" + minor + ".txt.gz");
        InputStream page = new GZIPInputStream(Objects.requireNonNull(file))) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  private static RecordedPage of(String minor, String page) {
    List<String> ids = new ArrayList<>();
    OWN.matcher(page).results().map(own -> own.group(1)).forEach(ids::add);
    PEER.matcher(page).results().map(peer -> peer.group(1)).forEach(ids::add);
    if (ids.size() != FleetAddress.MEMBERS) {
      throw new IllegalArgumentException("this page of " + minor + " has the ids " + ids);
    }
    StringBuilder moving = new StringBuilder();
    StringBuilder steady = new StringBuilder();
    for (String family : FAMILY.split(page)) {
      boolean moves =
          family.startsWith(FSYNC)
              || family.contains("\n" + LEADER)
              || ids.stream().anyMatch(family::contains);
      (moves ? moving : steady).append(family);
    }
    return new RecordedPage(minor, ids, moving.toString(), steady.toString());
  }

  /** The line of etcd: {@code 3.6}. */
  String minor() {
    return minor;
  }

  /** The page of this member, as {@link #gzip} has it. */
  byte[] plain(FleetAddress member, Predicate<FleetAddress> sends, double times) {
    byte[] first = first(member, sends, times);
    return ByteBuffer.allocate(first.length + steady.length).put(first).put(steady).array();
  }

  /**
   * The page of this member, under the first member of its cluster as the leader. It is one stream
   * of gzip, because Java's reader may take the first of two for all.
   *
   * @param sends whether a peer sends anything
   * @param times how often what was counted at the recording has been counted by now
   */
  byte[] gzip(FleetAddress member, Predicate<FleetAddress> sends, double times) {
    byte[] first = first(member, sends, times);
    byte[] begin = deflated(first, Deflater.BEST_SPEED, false);
    CRC32 sum = new CRC32();
    sum.update(first);
    sum.update(steady);
    return ByteBuffer.allocate(GZIP.length + begin.length + compressed.length + 2 * Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(GZIP)
        .put(begin)
        .put(compressed)
        .putInt((int) sum.getValue())
        .putInt(first.length + steady.length)
        .array();
  }

  private byte[] first(FleetAddress member, Predicate<FleetAddress> sends, double times) {
    String text = moving.replaceAll(LEADER + "\\d", LEADER + (member.member() == 0 ? "1" : "0"));
    text =
        GROWING
            .matcher(text)
            .replaceAll(
                line -> {
                  boolean grows =
                      line.group(2) == null || sends.test(called(line.group(2), member));
                  double factor = grows ? times : 1;
                  return line.group(1) + " " + (long) (factor * Long.parseLong(line.group(3)));
                });
    for (String id : ids) {
      text = text.replace(id, Long.toHexString(called(id, member).memberId()));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The member of the same cluster that has the place of the recorded id. */
  private FleetAddress called(String id, FleetAddress member) {
    int number = (member.member() + ids.indexOf(id)) % FleetAddress.MEMBERS;
    return new FleetAddress(member.cluster(), number);
  }

  private static byte[] deflated(byte[] text, int level, boolean last) {
    Deflater deflater = new Deflater(level, true);
    try {
      deflater.setInput(text);
      if (last) {
        deflater.finish();
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] part = new byte[8_192];
      int mode = last ? Deflater.NO_FLUSH : Deflater.SYNC_FLUSH;
      int length = deflater.deflate(part, 0, part.length, mode);
      while (length > 0) {
        all.write(part, 0, length);
        length = deflater.deflate(part, 0, part.length, mode);
      }
      return all.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
