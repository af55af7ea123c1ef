package io.quorate.datadir.bbolt;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** A bucket of a database: keys in order, found by going down a tree of pages. */
public final class Bucket {
  /** A tree of etcd's has four or five levels. */
  static final int MOST_LEVELS = 64;

  private static final int LONGEST_VALUE = 16 * 1024 * 1024;
  private static final int HEADER = 16;

  private final Database database;
  private final Root root;

  /** Where a bucket begins. */
  interface Root {
    Page page() throws IOException, DamagedDatabaseException;
  }

  Bucket(Database database, Root root) {
    this.database = database;
    this.root = root;
  }

  /** Takes one key with its value, and says whether to go on. */
  public interface Visitor {
    boolean take(byte[] key, byte[] value) throws IOException, DamagedDatabaseException;
  }

  /** The value of a key; empty where there is none. */
  public Optional<byte[]> value(byte[] key) throws IOException, DamagedDatabaseException {
    Optional<Place> found = find(key);
    return found.isEmpty() || found.get().isBucket()
        ? Optional.empty()
        : Optional.of(value(found.get().page(), found.get().element()));
  }

  /** The bucket of that name inside this one. */
  Optional<Bucket> bucket(byte[] name) throws IOException, DamagedDatabaseException {
    Optional<Place> found = find(name);
    return found.isEmpty() || !found.get().isBucket()
        ? Optional.empty()
        : Optional.of(inside(database, found.get().page(), found.get().element()));
  }

  /**
   * Returns the number of the page where the bucket of that name begins; empty where there is no
   * such bucket, or where the bucket lies inside a page of this bucket.
   */
  Optional<Long> firstPageOf(byte[] name) throws IOException, DamagedDatabaseException {
    Optional<Place> found = find(name);
    if (found.isEmpty() || !found.get().isBucket()) {
      return Optional.empty();
    }
    return Optional.of(firstPage(found.get().page(), found.get().element()))
        .filter(page -> page != 0);
  }

  /**
   * Returns the number of the page where the bucket of that element begins; 0 where the bucket lies
   * inside {@code page}.
   */
  private static long firstPage(Page page, int element)
      throws IOException, DamagedDatabaseException {
    return Database.number(page.read(page.valueAt(element), Long.BYTES), 0);
  }

  /** The place of a key: an element of a leaf page. */
  private record Place(Page page, int element) {
    boolean isBucket() throws IOException, DamagedDatabaseException {
      return page.isBucket(element);
    }
  }

  private Optional<Place> find(byte[] key) throws IOException, DamagedDatabaseException {
    Page page = root.page();
    for (int level = 0; level < MOST_LEVELS; level++) {
      int at = lastUpTo(page, key);
      if (page.isLeaf()) {
        return at >= 0 && Arrays.equals(page.key(at), key)
            ? Optional.of(new Place(page, at))
            : Optional.empty();
      }
      page = database.page(page.child(Math.max(at, 0)));
    }
    throw tooDeep();
  }

  /** The bucket whose head is the value of that element. */
  static Bucket inside(Database database, Page page, int element)
      throws IOException, DamagedDatabaseException {
    long at = page.valueAt(element);
    long length = page.valueLength(element);
    long root = firstPage(page, element);
    if (root != 0) {
      return new Bucket(database, () -> database.page(root));
    }
    return new Bucket(
        database,
        () ->
            new Page(
                (offset, bytes) -> page.read(at + HEADER + offset, bytes), length - HEADER, true));
  }

  Page page() throws IOException, DamagedDatabaseException {
    return root.page();
  }

  /** The last key; empty in an empty bucket. */
  public Optional<Last> last() throws IOException, DamagedDatabaseException {
    Page page = root.page();
    for (int level = 0; level < MOST_LEVELS; level++) {
      if (page.count() == 0) {
        return Optional.empty();
      }
      int at = page.count() - 1;
      if (page.isLeaf()) {
        page.valueAt(at); // fails where the value is outside the page
        return Optional.of(new Last(page.key(at), page.valueLength(at) == 0));
      }
      page = database.page(page.child(at));
    }
    throw tooDeep();
  }

  /**
   * The last key of a bucket.
   *
   * @param empty whether the value has no bytes; the value itself is not read, because it may be
   *     large and no caller needs it
   */
  @SuppressWarnings("ArrayRecordComponent") // taken apart where it is asked for
  public record Last(byte[] key, boolean empty) {}

  /** All keys in order, until the visitor has enough. */
  public void each(Visitor visitor) throws IOException, DamagedDatabaseException {
    each(root.page(), visitor, 0);
  }

  private boolean each(Page page, Visitor visitor, int level)
      throws IOException, DamagedDatabaseException {
    if (level >= MOST_LEVELS) {
      throw tooDeep();
    }
    for (int at = 0; at < page.count(); at++) {
      boolean more =
          page.isLeaf()
              ? page.isBucket(at) || visitor.take(page.key(at), value(page, at))
              : each(database.page(page.child(at)), visitor, level + 1);
      if (!more) {
        return false;
      }
    }
    return true;
  }

  static byte[] value(Page page, int at) throws IOException, DamagedDatabaseException {
    long length = page.valueLength(at);
    if (length > LONGEST_VALUE) {
      throw new DamagedDatabaseException("a value of %d bytes".formatted(length));
    }
    return page.read(page.valueAt(at), (int) length);
  }

  /** The last element whose key is not after the one that is searched; -1 where there is none. */
  private static int lastUpTo(Page page, byte[] key) throws IOException, DamagedDatabaseException {
    int low = 0;
    int high = page.count() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(page.key(middle), key) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  private static DamagedDatabaseException tooDeep() {
    return new DamagedDatabaseException("its tree is deeper than %d".formatted(MOST_LEVELS));
  }
}
