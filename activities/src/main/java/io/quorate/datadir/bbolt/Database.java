package io.quorate.datadir.bbolt;

import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database as its newer meta page has it. */
public final class Database {
  private static final int KEPT = 64 * 1024;
  private static final int MOST_KEPT = 64;

  /**
   * The pages that were used last. The search for each bucket begins at the same root page, so
   * pages are kept.
   */
  private final Map<Long, Page> pages =
      new LinkedHashMap<>(MOST_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Page> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private final ReadOnlyFile file;
  private final Meta.Both metas;
  private final Meta meta;

  private Database(ReadOnlyFile file, Meta.Both metas) {
    this.file = file;
    this.metas = metas;
    this.meta = metas.newer();
  }

  /**
   * Reads the meta pages.
   *
   * @throws DamagedDatabaseException where neither is valid, or the file is shorter than it says;
   *     the second bbolt does not look at, and dies of
   */
  public static Database open(ReadOnlyFile file) throws IOException, DamagedDatabaseException {
    return open(file, file.size());
  }

  /**
   * Reads the meta pages, as {@link #open(ReadOnlyFile)}.
   *
   * @param size the size of the file in bytes; the file may have grown since
   */
  public static Database open(ReadOnlyFile file, long size)
      throws IOException, DamagedDatabaseException {
    var database = new Database(file, Meta.read(file, size));
    Meta meta = database.meta;
    long pagesInFile = size / meta.pageBytes();
    if (Long.compareUnsigned(meta.pages(), pagesInFile) > 0) {
      // The file may have grown since its size was taken.
      pagesInFile = file.size() / meta.pageBytes();
    }
    if (Long.compareUnsigned(meta.pages(), pagesInFile) > 0) {
      throw new DamagedDatabaseException(
          "%s pages are in use, the file has %d"
              .formatted(Long.toUnsignedString(meta.pages()), pagesInFile));
    }
    return database;
  }

  public Meta meta() {
    return meta;
  }

  /** Whether only one of the two meta pages is valid, as after a crash while one was written. */
  public boolean oneMetaOnly() {
    return metas.oneOnly();
  }

  /** The bytes in use, which is what etcd tells as the size of its database. */
  public long bytes() {
    return meta.pages() * meta.pageBytes();
  }

  /** The bucket of that name; empty where there is none. */
  public Optional<Bucket> bucket(String name) throws IOException, DamagedDatabaseException {
    return top().bucket(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads the first pages of these buckets together and keeps them. For a file of another machine
   * this takes one round trip.
   */
  public void bring(List<String> buckets) throws IOException, DamagedDatabaseException {
    List<Long> wanted = new ArrayList<>();
    for (String bucket : buckets) {
      top()
          .firstPageOf(bucket.getBytes(StandardCharsets.UTF_8))
          .filter(id -> isInFile(id) && !pages.containsKey(id) && !wanted.contains(id))
          .ifPresent(wanted::add);
    }
    List<Long> places = wanted.stream().map(id -> id * meta.pageBytes()).toList();
    List<byte[]> read = read(places, bytesKept());
    for (int k = 0; k < read.size(); k++) {
      pages.put(wanted.get(k), page(wanted.get(k), read.get(k)));
    }
  }

  Bucket top() {
    return new Bucket(this, () -> page(meta.rootPage()));
  }

  /** The page with that number, which says so itself. */
  Page page(long id) throws IOException, DamagedDatabaseException {
    if (!isInFile(id)) {
      throw new DamagedDatabaseException(
          "page %s does not exist".formatted(Long.toUnsignedString(id)));
    }
    Page known = pages.get(id);
    if (known != null) {
      return known;
    }
    Page page = page(id, read(id * meta.pageBytes(), bytesKept()));
    pages.put(id, page);
    return page;
  }

  private boolean isInFile(long id) {
    return Long.compareUnsigned(id, 2) >= 0 && Long.compareUnsigned(id, meta.pages()) < 0;
  }

  private int bytesKept() {
    return Math.min(KEPT, meta.pageBytes());
  }

  private Page page(long id, byte[] first) throws IOException, DamagedDatabaseException {
    var window = new Window(id * meta.pageBytes(), first);
    var page = new Page(window::read, (meta.pages() - id) * meta.pageBytes(), false);
    if (page.id() != id || !(page.isLeaf() || page.isBranch())) {
      throw new DamagedDatabaseException("page %d is not the page of a tree".formatted(id));
    }
    if (id + page.overflow() >= meta.pages()) {
      throw new DamagedDatabaseException("page %d overflows the file".formatted(id));
    }
    return new Page(window::read, (page.overflow() + 1) * meta.pageBytes(), false);
  }

  private byte[] read(long position, int length) throws IOException, DamagedDatabaseException {
    try {
      return file.bytes(position, length);
    } catch (EOFException e) {
      throw new DamagedDatabaseException("the file ends within a page");
    }
  }

  private List<byte[]> read(List<Long> positions, int length)
      throws IOException, DamagedDatabaseException {
    try {
      return file.bytes(positions, length);
    } catch (EOFException e) {
      throw new DamagedDatabaseException("the file ends within a page");
    }
  }

  static long number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
  }

  /** The first bytes of a page, kept, and what is behind them, read when it is asked for. */
  private final class Window {
    private final long start;
    private final byte[] kept;

    private Window(long start, byte[] kept) {
      this.start = start;
      this.kept = kept;
    }

    byte[] read(long offset, int length) throws IOException, DamagedDatabaseException {
      return offset + length <= kept.length
          ? Arrays.copyOfRange(kept, (int) offset, (int) offset + length)
          : Database.this.read(start + offset, length);
    }
  }
}
