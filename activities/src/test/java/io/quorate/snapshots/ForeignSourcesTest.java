package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.PretendedPort;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Foreign files on a shelf that fails now and then, and how often these files are read. */
@Timeout(60)
class ForeignSourcesTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final byte[] DATABASE = EmptyDatabase.bytes();

  @TempDir Path directory;

  /** A failure in the middle of reading a file. */
  @FunctionalInterface
  private interface Trouble {
    void meet(String file) throws IOException;
  }

  private final List<String> read = Collections.synchronizedList(new ArrayList<>());
  private final SnapshotStore store = new Shelves(any -> shelf(), Clock.systemUTC());
  private volatile Trouble trouble = file -> {};
  private volatile String tag = "1";
  private volatile long listed = DATABASE.length;

  @Test
  void aFileThatCouldNotBeReadNowIsNotUnusable() {
    for (Trouble one :
        List.<Trouble>of(
            file -> {
              throw new Failure.Transient("the store did not answer in time");
            },
            file -> {
              throw new S3Exchange(new Failure.Transient("the store did not answer in time"));
            },
            file -> {
              throw new IOException("connection reset");
            },
            file -> {
              throw new EOFException("peer shut down");
            },
            file -> Files.write(directory.resolve(file), Arrays.copyOf(DATABASE, 4096)))) {
      trouble = one;
      assertThatThrownBy(() -> store.foreign(MAIN, "x.db")).isInstanceOf(Failure.Transient.class);
    }
    trouble = file -> {};
    assertThat(unusable("x.db")).hasValueSatisfying(why -> assertThat(why).contains("damaged"));
  }

  @Test
  void aFileThatIsRefusedIsUnusableAndSaysWhy() {
    trouble =
        file -> {
          throw new Failure.Refused("make room in /scratch");
        };
    assertThat(unusable("x.db")).hasValueSatisfying(why -> assertThat(why).contains("make room"));
    trouble =
        file -> {
          throw new AccessDeniedException(file);
        };
    assertThat(unusable("x.db")).hasValueSatisfying(why -> assertThat(why).contains("readable"));
  }

  /** A look asks for the file that was restored before, and for the file that is named now. */
  @Test
  void twoFilesOfAClusterAreReadOnceUntilTheyChange() {
    for (int look = 0; look < 3; look++) {
      store.foreign(MAIN, "x.db");
      store.foreign(MAIN, "y.db");
    }
    assertThat(read).containsExactly("x.db", "y.db");

    tag = "2";
    store.foreign(MAIN, "x.db");
    assertThat(read).containsExactly("x.db", "y.db", "x.db");
  }

  /** Somebody uploads the file, and a look waits meanwhile. */
  @Test
  void aFileThatGrewSinceTheListingIsReadAtItsNewSize() {
    listed = DATABASE.length / 2;
    RestoreSource source = store.foreign(MAIN, "x.db").orElseThrow();
    assertThat(source.unusable().map(SnapshotFlaw::words).orElse("")).contains("damaged");
    assertThat(source.saved().sizeBytes()).isEqualTo(DATABASE.length);
  }

  @Test
  void theFileThatWasNotAskedForLongestIsForgotten() {
    for (String file : List.of("x.db", "y.db", "x.db", "z.db", "x.db", "y.db")) {
      store.foreign(MAIN, file);
    }
    assertThat(read).containsExactly("x.db", "y.db", "z.db", "y.db");
  }

  @Test
  void twoLooksAtOnceReadAFileOnce() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    trouble =
        file -> {
          begun.countDown();
          try {
            assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        };
    try (ExecutorService looks = Executors.newFixedThreadPool(2)) {
      Future<?> first = looks.submit(() -> store.foreign(MAIN, "x.db"));
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      Thread[] second = new Thread[1];
      CountDownLatch there = new CountDownLatch(1);
      Future<?> other =
          looks.submit(
              () -> {
                second[0] = Thread.currentThread();
                there.countDown();
                return store.foreign(MAIN, "x.db");
              });
      assertThat(there.await(30, TimeUnit.SECONDS)).isTrue();
      while (second[0].getState() != Thread.State.WAITING && !other.isDone()) {
        Thread.onSpinWait();
      }
      end.countDown();
      first.get(30, TimeUnit.SECONDS);
      other.get(30, TimeUnit.SECONDS);
    }
    assertThat(read).containsExactly("x.db");
  }

  private Optional<String> unusable(String file) {
    return store.foreign(MAIN, file).flatMap(RestoreSource::unusable).map(SnapshotFlaw::words);
  }

  private ClusterSnapshotStore shelf() {
    return ClusterSnapshotStore.inFolder(
        PretendedPort.port(
            ObjectStore.class,
            (call, with) ->
                switch (call) {
                  case "list" -> with[0].equals("") ? all(listed) : all(DATABASE.length);
                  case "open" -> new ByteArrayInputStream(DATABASE);
                  case "local" -> local((String) with[0]);
                  default -> throw new IllegalStateException(call);
                }));
  }

  private NavigableMap<String, ObjectStore.State> all(long size) {
    var state = new ObjectStore.State(Instant.EPOCH, size, tag, true);
    return new TreeMap<>(Map.of("x.db", state, "y.db", state, "z.db", state));
  }

  private LocalSnapshot local(String file) throws IOException {
    read.add(file);
    Path copy = Files.write(directory.resolve(file), DATABASE);
    trouble.meet(file);
    return new LocalSnapshot(copy, () -> {});
  }
}
