package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotFile;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.shell.LocalShell;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What cannot be salvaged or restored is refused with a sentence, and leaves the disk as it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "{0}")
@MethodSource("io.quorate.etcd.Minors#usual")
class RefusedRestoresIT {
  private static final int PAGE_BYTES = 4096;

  @Parameter private ToolFolder etcd;
  private RestoredCluster old;
  private MemberName name;
  private Path folder;
  private Path data;
  private byte[] saved;
  private byte[] copied;

  @BeforeParameterizedClassInvocation
  void saveASnapshot() throws Exception {
    old = RestoredCluster.started(etcd, 1, EtcdSettings.plain());
    name = old.name(0);
    assumeTrue(old.restores().objection(name).isEmpty(), "needs root and unshare");
    old.put(0, 10);
    Path file = old.folder.resolve("saved.db");
    assertThat(old.cluster.etcdctl("snapshot", "save", file.toString()).succeeded()).isTrue();
    saved = Files.readAllBytes(file);
    old.member(0).stop();
    folder = old.member(0).files().folder();
    data = old.member(0).dataDirectory();
    copied = Files.readAllBytes(data.resolve("member/snap/db"));
    old.directories().setAside(name, RestoredCluster.SOMEBODY, RestoredCluster.permit());
  }

  @AfterParameterizedClassInvocation
  void close() throws IOException {
    old.close();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    if (Files.exists(data)) {
      Folders.delete(data);
    }
  }

  @Test
  void aSnapshotThatWasCutIsRefused() throws IOException {
    refuses(restored(Arrays.copyOf(saved, saved.length / 2 / 512 * 512), Trailer.PRESENT), "saved");
    refuses(restored(Arrays.copyOf(saved, saved.length - 100), Trailer.PRESENT), "saved");
  }

  @Test
  void aFlippedByteIsRefused() throws IOException {
    byte[] flipped = saved.clone();
    flipped[saved.length / 2] ^= 1;
    refuses(restored(flipped, Trailer.PRESENT), "expected sha256");
  }

  @Test
  void aSnapshotWithoutAHashIsRefusedUnlessKnownToHaveNone() throws IOException {
    byte[] bare = Arrays.copyOf(saved, saved.length - 32);
    refuses(restored(bare, Trailer.PRESENT), "missing hash");
    assertThat(restore(bare, Trailer.MISSING)).contains("member");
  }

  /** The copy comes from {@code cp member/snap/db}: whole pages, without etcd's SHA-256. */
  @Test
  void aCopiedDatabaseIsReadAndRestoredOnTrialByItsNameAmongTheSnapshots() throws Exception {
    var cluster = new ClusterKey("payments");
    Path kept = old.folder.resolve("kept");
    Path copy = Files.createDirectories(kept.resolve(cluster.value())).resolve("x.db");
    Files.write(copy, copied);
    var store = SnapshotPlace.in(kept, Clock.systemUTC()).store();

    RestoreSource source = store.foreign(cluster, "x.db").orElseThrow();
    assertThat(source.unusable()).isEmpty();
    assertThat(source.revision()).isEqualTo(new Revision(11));
    assertThat(source.saved().source()).isEqualTo(name);
    assertThat(source.saved().version().line()).isEqualTo(etcd.tool().minor());
    assertThat(store.known(cluster)).as("it is never chosen by itself").isEmpty();

    try (SnapshotStore.LocalSnapshot local = store.fetch(source.saved())) {
      SnapshotFile there =
          old.brought(0, new SnapshotFile(local.file(), "x.db", source.saved().trailer()));
      Trial trial =
          old.restores()
              .tryOut(name, TrialOrder.of(there, OptionalLong.empty()), RestoredCluster.permit());
      assertThat(trial.content().revision()).isEqualTo(source.revision());
      assertThat(trial.content().keys().orElseThrow().count()).isEqualTo(10);
    }
    old.discarded(0);

    Files.write(copy, Arrays.copyOf(copied, 2 * PAGE_BYTES));
    assertThat(store.foreign(cluster, "x.db").orElseThrow().unusable().orElseThrow().words())
        .startsWith("it is damaged inside: ");
    Files.write(copy, saved);
    RestoreSource whole = store.foreign(cluster, "x.db").orElseThrow();
    assertThat(whole.unusable()).isEmpty();
    assertThat(whole.saved().trailer()).isEqualTo(Trailer.PRESENT);
    try (Stream<Path> files = Files.list(kept.resolve(cluster.value()))) {
      assertThat(files).as("no entry is written beside it").containsExactly(copy);
    }
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    refuses(restored(new byte[8192], Trailer.MISSING), "was not restored");
  }

  @Test
  void aSnapshotThatIsNotThereIsRefused() {
    refuses(
        () ->
            old.restores()
                .restore(
                    name,
                    old.order(
                        0,
                        RestoredCluster.file(old.folder.resolve("nowhere.db"), Trailer.PRESENT),
                        "payments-2",
                        OptionalLong.empty()),
                    RestoredCluster.permit()),
        "there is no snapshot");
  }

  @Test
  void dataThatIsThereIsNeverReplaced() throws IOException {
    Files.createDirectories(data);
    Files.writeString(data.resolve("somebody's"), "notes");
    SortedMap<String, String> before = RestoredCluster.sums(data);
    refuses(restored(saved, Trailer.PRESENT), "there is data in " + data);
    assertThat(RestoredCluster.sums(data)).isEqualTo(before);
  }

  @Test
  void aMemberThatRunsIsLeftAlone() throws Exception {
    Process stranger = stranger();
    try {
      refuses(restored(saved, Trailer.PRESENT), "is not restored");
      refuses(
          () -> old.restores().salvage(name, made -> {}, doing -> {}, RestoredCluster.permit()),
          "is not salvaged");
      refuses(
          () -> old.restores().verifyInPlace(name, new Revision(1), RestoredCluster.permit()),
          "is not tried");
    } finally {
      stranger.destroyForcibly();
      stranger.waitFor();
    }
  }

  private Process stranger() throws IOException {
    var builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("ETCD_DATA_DIR", data.toString());
    return builder.start();
  }

  @Test
  void aDiskThatIsTooSmallIsSaidBeforeAnythingIsWritten() throws Exception {
    onADiskOf(
        120,
        () -> {
          refuses(restored(saved, Trailer.PRESENT), "are needed; make room");
          copyTheDataBack();
          refuses(this::salvage, "are needed; make room");
        });
  }

  @Test
  void aDiskThatCannotBeWrittenIsSaid() throws Exception {
    onADiskOf(
        300,
        () -> {
          mount("remount,ro");
          refuses(restored(saved, Trailer.PRESENT), "is its file system full or read-only?");
          mount("remount,rw");
        });
  }

  /** The data directory is a mount point, so all of it happens inside. */
  @Test
  void aRestoreFillsADataDirectoryThatIsAMountPoint() throws Exception {
    onADiskOf(
        300,
        () -> {
          assertThat(restore(saved, Trailer.PRESENT)).contains(data + "/member");
          assertThat(old.directories().examine(name).intact()).isTrue();
          assertThat(RestoredCluster.scratch(data)).isEmpty();
        });
  }

  private void onADiskOf(int mebibytes, ThrowingCallable what) throws Exception {
    assumeTrue(SmallFileSystem.whyNot().isEmpty(), "a tmpfs cannot be mounted here");
    Files.createDirectories(data);
    SmallFileSystem disk = SmallFileSystem.over(data, mebibytes);
    try {
      what.call();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    } finally {
      disk.close();
    }
  }

  private void mount(String options) throws Exception {
    assertThat(
            Command.of("mount", "-o", options, data.toString())
                .run(RestoredCluster.LIMIT)
                .succeeded())
        .isTrue();
  }

  @Test
  void toolsOfAnotherMinorAreRefusedAndToolsOfTheReleaseDirectoryAreTaken() throws Exception {
    String minor = etcd.tool().minor();
    assumeFalse(minor.equals("3.4"), "it has no etcdutl");
    Path own = Files.createDirectories(old.folder.resolve("own"));
    Path binary = old.member(0).files().binary();
    Path link = Files.readSymbolicLink(binary);
    Files.copy(etcd.program("etcd"), own.resolve("etcd"));
    own.resolve("etcd").toFile().setExecutable(true);
    Files.delete(binary);
    Files.createSymbolicLink(binary, own.resolve("etcd"));
    try {
      assertThat(objection(List.of()))
          .contains("etcdctl and etcdutl of " + minor + " are not in " + own);
      String another = minor.equals("3.5") ? "3.6" : "3.5";
      Files.createSymbolicLink(
          own.resolve("etcdutl"), ToolsForTests.etcd(another).program("etcdutl"));
      Files.createSymbolicLink(own.resolve("etcdctl"), etcd.program("etcdctl"));
      assertThat(objection(List.of())).contains(own.resolve("etcdutl") + " is " + another + ".");
      EtcdVersion version = EtcdVersion.parse(etcd.tool().version());
      var release = new ReleaseDirectory(version, etcd.program("etcd").getParent().toString());
      assertThat(new HostRestores(old.hosts(new LocalShell()), List.of(release)).objection(name))
          .isEmpty();
    } finally {
      Files.delete(binary);
      Files.createSymbolicLink(binary, link);
    }
  }

  private String objection(List<ReleaseDirectory> releases) {
    return new HostRestores(old.hosts(new LocalShell()), releases).objection(name).orElseThrow();
  }

  private void salvage() {
    old.restores().salvage(name, made -> {}, doing -> {}, RestoredCluster.permit());
  }

  private void copyTheDataBack() throws Exception {
    Path aside =
        folder.resolve("data.aside-" + RestoredCluster.OPERATION + "-" + RestoredCluster.SOMEBODY);
    assertThat(
            Command.of("cp", "-a", aside + "/member", data.toString())
                .run(RestoredCluster.LIMIT)
                .succeeded())
        .isTrue();
  }

  private ThrowingCallable restored(byte[] content, Trailer trailer) {
    return () -> restore(content, trailer);
  }

  private String restore(byte[] content, Trailer trailer) throws IOException {
    Path file = Files.write(old.folder.resolve("saved.db"), content);
    return old.restores()
        .restore(
            name,
            old.order(0, RestoredCluster.file(file, trailer), "payments-2", OptionalLong.empty()),
            RestoredCluster.permit());
  }

  private void refuses(ThrowingCallable what, String words) {
    assertThatThrownBy(what).isInstanceOf(Failure.Refused.class).hasMessageContaining(words);
    try {
      assertThat(RestoredCluster.scratch(folder)).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
