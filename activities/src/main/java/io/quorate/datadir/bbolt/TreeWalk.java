package io.quorate.datadir.bbolt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A walk over every page of a database, as bbolt does when it is opened, and with more questions:
 * each page is reached once, keys ascend and are in the range that their parent says, everything
 * lies within its page. What keys and values say is not judged; bbolt has no checksum of them.
 */
public final class TreeWalk {
  private final Database database;
  private final BitSet seen = new BitSet();
  private final Map<String, Visitor> visitors;
  private @Nullable Visitor shown;
  private long keys;

  private TreeWalk(Database database, Map<String, Visitor> visitors) {
    this.database = database;
    this.visitors = visitors;
  }

  /** Is shown every key of a bucket. */
  public interface Visitor {
    /**
     * Looks at a key and its value.
     *
     * @throws DamagedDatabaseException where that is not what belongs there
     */
    void see(byte[] key, byte[] value) throws DamagedDatabaseException;
  }

  /**
   * Walks the whole database.
   *
   * @param visitors who is shown the keys of a bucket, by its name
   * @return how many keys were seen, buckets not counted
   * @throws DamagedDatabaseException at the first thing that is wrong
   */
  public static long walk(Database database, Map<String, Visitor> visitors)
      throws IOException, DamagedDatabaseException {
    var walk = new TreeWalk(database, visitors);
    walk.page(database.top().page(), null, null, 0);
    return walk.keys;
  }

  private void page(Page page, byte @Nullable [] from, byte @Nullable [] before, int level)
      throws IOException, DamagedDatabaseException {
    if (level >= Bucket.MOST_LEVELS) {
      throw new DamagedDatabaseException("its tree is deeper than " + Bucket.MOST_LEVELS);
    }
    if (!page.isLeaf() && !(page.isBranch() && !page.isInline())) {
      throw new DamagedDatabaseException("page %d is no page of a tree".formatted(page.id()));
    }
    if (page.isBranch() && page.count() == 0) {
      throw new DamagedDatabaseException("page %d leads nowhere".formatted(page.id()));
    }
    visit(page);
    byte[] previous = null;
    for (int at = 0; at < page.count(); at++) {
      byte[] key = page.key(at);
      inOrder(page, key, previous, at == 0 ? from : null, before);
      if (page.isBranch()) {
        byte[] next = at + 1 < page.count() ? page.key(at + 1) : before;
        page(database.page(page.child(at)), key, next, level + 1);
      } else {
        element(page, at, key, level);
      }
      previous = key;
    }
  }

  private void element(Page page, int at, byte[] key, int level)
      throws IOException, DamagedDatabaseException {
    page.valueAt(at);
    if (page.isBucket(at)) {
      Visitor outer = shown;
      shown = visitors.get(new String(key, StandardCharsets.UTF_8));
      page(Bucket.inside(database, page, at).page(), null, null, level + 1);
      shown = outer;
      return;
    }
    keys++;
    if (shown != null) {
      shown.see(key, Bucket.value(page, at));
    }
  }

  /** Notes the page, and those that it overflows into. */
  private void visit(Page page) throws DamagedDatabaseException {
    if (page.isInline()) {
      return;
    }
    int first = Math.toIntExact(page.id());
    int end = Math.toIntExact(page.id() + page.overflow() + 1);
    int twice = seen.nextSetBit(first);
    if (twice >= 0 && twice < end) {
      throw new DamagedDatabaseException("page %d is used twice".formatted(twice));
    }
    seen.set(first, end);
  }

  private static void inOrder(
      Page page,
      byte[] key,
      byte @Nullable [] previous,
      byte @Nullable [] from,
      byte @Nullable [] before)
      throws DamagedDatabaseException {
    boolean right =
        (previous == null || Arrays.compareUnsigned(previous, key) < 0)
            && (from == null || Arrays.compareUnsigned(from, key) <= 0)
            && (before == null || Arrays.compareUnsigned(key, before) < 0);
    if (!right) {
      throw new DamagedDatabaseException("keys of page %d are not in order".formatted(page.id()));
    }
  }
}
