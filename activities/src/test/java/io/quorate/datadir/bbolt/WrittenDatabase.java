package io.quorate.datadir.bbolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a database of any size. Only the pages that lead to the last key and to etcd's own buckets
 * have content, and the rest of the file is a hole. Pages that belong together are far apart, as in
 * a database that was used for a long time.
 */
public final class WrittenDatabase {
  private static final int PAGE = 4096;
  private static final int BRANCH = 1;
  private static final int LEAF = 2;
  private static final int BUCKET = 1;

  /** The offset of the transaction number in a meta page, in bytes. */
  private static final int TRANSACTION = Meta.PAGE_HEADER + 48;

  private final FileChannel file;
  private final long pages;
  private long nextPage;

  private WrittenDatabase(FileChannel file, long pages) {
    this.file = file;
    this.pages = pages;
    this.nextPage = pages / 7;
  }

  private record Element(byte[] key, byte[] value, long page) {}

  /**
   * Writes the database.
   *
   * @param bytes the size of the file in bytes
   * @param levels the levels of the tree of keys: 4 for 1 GiB of keys with 1 KiB each, 5 for 8 GiB
   */
  public static void write(Path path, long bytes, int levels) throws IOException {
    try (var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      new WrittenDatabase(file, bytes / PAGE).write(levels);
      file.write(ByteBuffer.allocate(1), bytes - 1);
    }
  }

  /** Commits a transaction that changes nothing, as etcd commits many a second under writes. */
  public static void commit(Path path) throws IOException {
    try (var file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      List<ByteBuffer> metas = new ArrayList<>();
      for (int page = 0; page < 2; page++) {
        ByteBuffer bytes = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
        file.read(bytes, (long) page * PAGE);
        metas.add(bytes);
      }
      int newest = transaction(metas.get(0)) > transaction(metas.get(1)) ? 0 : 1;
      ByteBuffer next = metas.get(newest);
      next.putLong(0, 1 - newest).putLong(TRANSACTION, transaction(next) + 1);
      next.putLong(TRANSACTION + Long.BYTES, sum(next.array()));
      file.write(next.rewind(), (long) (1 - newest) * PAGE);
    }
  }

  private static long transaction(ByteBuffer meta) {
    return meta.getLong(TRANSACTION);
  }

  private void write(int levels) throws IOException {
    Map<String, Long> buckets = new TreeMap<>();
    buckets.put("key", keys(levels));
    buckets.put("meta", leaf(Map.of("consistent_index", number(7), "term", number(2))));
    buckets.put("cluster", leaf(Map.of("clusterVersion", text("3.6.0"))));
    for (String empty : List.of("alarm", "auth", "lease", "members", "members_removed")) {
      buckets.put(empty, leaf(Map.of()));
    }
    List<Element> elements = new ArrayList<>();
    buckets.forEach(
        (name, page) ->
            elements.add(
                new Element(
                    text(name),
                    ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(page).array(),
                    0)));
    long root = page(LEAF, BUCKET, elements);
    meta(0, root, 1);
    meta(1, root, 2);
  }

  /**
   * Writes the pages from the last key up to the root of the tree, and returns the number of the
   * root. The other elements lead to pages without content.
   */
  private long keys(int levels) throws IOException {
    List<Element> last = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      last.add(new Element(key(1_000_000 + k), new byte[1024], 0));
    }
    long page = page(LEAF, 0, last);
    for (int level = 1; level < levels; level++) {
      List<Element> elements = new ArrayList<>();
      for (int k = 0; k < 100; k++) {
        elements.add(new Element(key(k), new byte[0], 2 + k));
      }
      elements.add(new Element(key(999_999), new byte[0], page));
      page = page(BRANCH, 0, elements);
    }
    return page;
  }

  private static byte[] key(long revision) {
    return ByteBuffer.allocate(17).putLong(revision).put((byte) '_').putLong(0).array();
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private long leaf(Map<String, byte[]> pairs) throws IOException {
    List<Element> elements = new ArrayList<>();
    new TreeMap<>(pairs).forEach((key, value) -> elements.add(new Element(text(key), value, 0)));
    return page(LEAF, 0, elements);
  }

  /** Writes a page far from the previous page, and returns its number. */
  private long page(int kind, int flags, List<Element> elements) throws IOException {
    nextPage = (nextPage + pages / 3) % (pages - 10) + 5;
    ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    page.putLong(nextPage).putShort((short) kind).putShort((short) elements.size()).putInt(0);
    int content = Meta.PAGE_HEADER + elements.size() * 16;
    for (int k = 0; k < elements.size(); k++) {
      Element each = elements.get(k);
      int at = Meta.PAGE_HEADER + k * 16;
      if (kind == BRANCH) {
        page.putInt(at, content - at).putInt(at + 4, each.key.length).putLong(at + 8, each.page);
      } else {
        page.putInt(at, flags).putInt(at + 4, content - at);
        page.putInt(at + 8, each.key.length).putInt(at + 12, each.value.length);
      }
      page.put(content, each.key).put(content + each.key.length, each.value);
      content += each.key.length + each.value.length;
    }
    file.write(page.rewind(), nextPage * PAGE);
    return nextPage;
  }

  private void meta(long page, long root, long transaction) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(page).putShort((short) 4).putShort((short) 0).putInt(0);
    bytes.putInt(0xED0CDAED).putInt(2).putInt(PAGE).putInt(0);
    bytes.putLong(root).putLong(0).putLong(2).putLong(pages).putLong(transaction);
    bytes.putLong(sum(bytes.array()));
    file.write(bytes.rewind(), page * PAGE);
  }

  /** Returns the FNV-1a checksum of the fields before the checksum. */
  private static long sum(byte[] page) {
    long sum = 0xcbf29ce484222325L;
    for (int k = 0; k < 56; k++) {
      sum = (sum ^ (page[Meta.PAGE_HEADER + k] & 0xff)) * 0x100000001b3L;
    }
    return sum;
  }
}
