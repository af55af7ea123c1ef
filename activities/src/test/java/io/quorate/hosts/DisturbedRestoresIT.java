package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A restore that others, a full disk or a wrong clock disturb ends in a sentence, or well. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "{0}")
@MethodSource("io.quorate.etcd.Minors#usual")
class DisturbedRestoresIT {
  private static final String UNPACKS = "env -i PATH=\"$PATH\" HOME=/ \"$tool\" snapshot restore";

  @TempDir private Path programs;
  @Parameter private ToolFolder etcd;
  private RestoredCluster old;
  private MemberName name;
  private Path folder;
  private Path data;
  private Path few;
  private Path more;

  @BeforeParameterizedClassInvocation
  void stopAMember() throws Exception {
    old = RestoredCluster.started(etcd, 1, EtcdSettings.plain());
    name = old.name(0);
    assumeTrue(old.restores().objection(name).isEmpty(), "needs root and unshare");
    old.put(0, 10);
    few = saved("few.db");
    old.put(10, 20);
    more = saved("more.db");
    old.member(0).stop();
    folder = old.member(0).files().folder();
    data = old.member(0).dataDirectory();
    old.directories().setAside(name, RestoredCluster.SOMEBODY, RestoredCluster.permit());
  }

  @AfterParameterizedClassInvocation
  void close() throws IOException {
    old.close();
  }

  @BeforeEach
  void nothingIsThere() throws IOException {
    if (Files.exists(data)) {
      Folders.delete(data);
    }
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
  }

  private Path saved(String file) throws IOException, InterruptedException {
    Path path = old.folder.resolve(file);
    assertThat(old.cluster.etcdctl("snapshot", "save", path.toString()).succeeded()).isTrue();
    return path;
  }

  /** Two installations know nothing of each other; the host and its lock are all they share. */
  @Test
  void aSecondRestoreAtTheSameTimeIsRefusedAndLeavesNoFiles() throws Exception {
    SortedMap<String, String> aside = aside();
    var one = begun(order(few, "payments-2"), permit("payments.5f0c2d11"));
    var other = begun(order(more, "payments-3"), permit("payments.77aa01cd"));

    List<Optional<String>> refused = List.of(refusal(one), refusal(other));

    assertThat(refused).filteredOn(Optional::isEmpty).as("who came first").hasSize(1);
    assertThat(refused.stream().flatMap(Optional::stream))
        .singleElement()
        .asString()
        .contains("there is data in " + data)
        .contains("set it aside first");
    RestoreOrder made = order(refused.getFirst().isEmpty() ? few : more, token(refused));
    assertThat(old.directories().look(name).owner()).contains(made.expected());
    assertThat(old.directories().examine(name).intact()).isTrue();
    assertThat(RestoredCluster.scratch(folder)).isEmpty();
    assertThat(aside()).isEqualTo(aside);
  }

  private static String token(List<Optional<String>> refused) {
    return refused.getFirst().isEmpty() ? "payments-2" : "payments-3";
  }

  private CompletableFuture<String> begun(RestoreOrder order, Permit permit) {
    return CompletableFuture.supplyAsync(() -> patiently(order, permit));
  }

  /** As a step does it, whose attempt is repeated where what it saw has changed meanwhile. */
  private String patiently(RestoreOrder order, Permit permit) {
    Failure.Transient last = new Failure.Transient("not tried");
    for (int attempt = 0; attempt < 6; attempt++) {
      try {
        return old.restores().restore(name, order, permit);
      } catch (Failure.Transient again) {
        last = again;
      }
    }
    throw last;
  }

  private static Optional<String> refusal(CompletableFuture<String> restore) {
    try {
      restore.join();
      return Optional.empty();
    } catch (CompletionException failed) {
      assertThat(failed).hasCauseInstanceOf(Failure.Refused.class);
      return Optional.of(String.valueOf(failed.getCause().getMessage()));
    }
  }

  @Test
  void aFullDiskStopsARestoreAndTheRestoreSucceedsOnceThereIsRoom() throws Exception {
    SortedMap<String, String> aside = aside();
    onASmallDisk(
        () -> {
          Path filler = data.resolve("somebody-elses.log");
          Shell filling = ChangedScript.with("restore", UNPACKS, fill(filler) + "\n" + UNPACKS);
          RestoreOrder order = order(more, "payments-2");

          assertThatThrownBy(
                  () -> old.restores(filling).restore(name, order, RestoredCluster.permit()))
              .isInstanceOf(Failure.Refused.class)
              .hasMessageContaining("more.db was not restored: ")
              .hasMessageContaining("no space left on device");
          assertThat(RestoredCluster.scratch(data)).isEmpty();
          assertThat(data.resolve("member")).doesNotExist();

          assertThatThrownBy(() -> old.restores().restore(name, order, RestoredCluster.permit()))
              .isInstanceOf(Failure.Refused.class)
              .hasMessageContaining("are needed; make room");

          Files.delete(filler);
          old.restores().restore(name, order, RestoredCluster.permit());
          assertThat(old.directories().examine(name).intact()).isTrue();
          assertThat(RestoredCluster.scratch(data)).isEmpty();
        });
    assertThat(aside()).isEqualTo(aside);
  }

  @Test
  void aDiskThatFillsUpBeforeTheRenameKeepsWhatWasRestored() throws Exception {
    onASmallDisk(
        () -> {
          Path filler = data.resolve("somebody-elses.log");
          String mark = "as_owner_of \"$target\" sh -c 'printf";
          Shell filling = ChangedScript.with("put-in-place", mark, fillUp(filler) + "\n" + mark);
          RestoreOrder order = order(more, "payments-2");

          assertThatThrownBy(
                  () -> old.restores(filling).restore(name, order, RestoredCluster.permit()))
              .isInstanceOf(Failure.Refused.class)
              .hasMessageContaining("cannot be written; is its file system full or read-only?");
          assertThat(data.resolve("member")).doesNotExist();

          Files.delete(filler);
          old.restores().restore(name, order, RestoredCluster.permit());
          assertThat(old.directories().look(name).owner()).contains(order.expected());
          assertThat(RestoredCluster.scratch(data)).isEmpty();
        });
  }

  @Test
  void aFullDiskStopsASalvageAndLeavesTheDataUnchanged() throws Exception {
    onASmallDisk(
        () -> {
          copyTheDataBack();
          SortedMap<String, String> before = RestoredCluster.sums(data);
          Path filler = data.resolve("somebody-elses.log");
          String copies = "cp -R -p -- \"$from/.\"";
          Shell filling = ChangedScript.with("duplicate", copies, fill(filler) + "\n" + copies);
          Path file = old.folder.resolve("out.db");

          assertThatThrownBy(
                  () -> RestoredCluster.salvaged(old.restores(filling), name, file, doing -> {}))
              .isInstanceOf(Failure.Refused.class)
              .hasMessageContaining("cannot be written; is its file system full or read-only?");
          assertThat(RestoredCluster.scratch(data)).isEmpty();

          Files.delete(filler);
          assertThat(RestoredCluster.sums(data)).isEqualTo(before);
          assertThat(old.salvaged(0, file, doing -> {}).content().revision().value()).isEqualTo(21);
          assertThat(RestoredCluster.sums(data)).isEqualTo(before);
        });
  }

  /** Whatever the host's clock says, and though it is set forward in the middle of a start. */
  @Test
  void aClockThatIsHoursAheadAndGoesOnJumpingChangesNothing() throws Exception {
    clock("$(/bin/date +%s) + 21600 * $(wc -l <\"$0.asked\")");
    restoresAsUsual();
  }

  @Test
  @EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
  void aClockThatIsHoursBehindChangesNothing() throws Exception {
    clock("$(/bin/date +%s) - 21600");
    restoresAsUsual();
  }

  /** The scripts' clock says so many seconds. */
  private void clock(String seconds) throws IOException {
    ChangedScripts.program(
        programs,
        "date",
        """
        echo asked >>"$0.asked"
        now=$((%s))
        case $1 in +%%s) echo "$now" ;; +%%s%%N) echo "${now}000000000" ;; *) exec /bin/date "$@" ;; esac\
        """
            .formatted(seconds));
  }

  private void restoresAsUsual() throws Exception {
    HostRestores restores = old.restores(ChangedScripts.finding(programs, new LocalShell()));
    RestoreOrder order = order(more, "payments-2");
    Trial trial =
        restores.tryOut(
            name, TrialOrder.of(order.snapshot(), order.bump()), RestoredCluster.permit());
    assertThat(trial.content().revision().value()).isEqualTo(21);
    assertThat(trial.restoring()).isBetween(Duration.ZERO, RestoredCluster.LIMIT);
    assertThat(trial.starting()).isBetween(Duration.ZERO, RestoredCluster.LIMIT);

    restores.restore(name, order, RestoredCluster.permit());
    Trial placed = restores.verifyInPlace(name, new Revision(1), RestoredCluster.permit());
    assertThat(placed.content().owner()).contains(order.expected());
    assertThat(
            RestoredCluster.salvaged(restores, name, old.folder.resolve("out.db"), doing -> {})
                .content()
                .revision()
                .value())
        .isEqualTo(21);
    assertThat(programs.resolve("date.asked")).as("a script asked for the time").exists();
  }

  /** Room for one restore, or for the salvage of what was set aside. */
  private void onASmallDisk(ThrowingCallable what) throws Exception {
    assumeTrue(SmallFileSystem.whyNot().isEmpty(), "a tmpfs cannot be mounted here");
    Files.createDirectories(data);
    SmallFileSystem disk = SmallFileSystem.over(data, 600);
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

  /** The line of a script that leaves nothing of the disk free. */
  private static String fillUp(Path filler) {
    return "dd if=/dev/zero of='%s' bs=64K 2>/dev/null".formatted(filler);
  }

  /** The line of a script that leaves 16 KiB of the disk free, for names and small logs. */
  private static String fill(Path filler) {
    return fillUp(filler) + "; truncate -s -16K '%s'".formatted(filler);
  }

  private void copyTheDataBack() throws Exception {
    try (Stream<Path> asides = Files.list(folder)) {
      Path aside =
          asides
              .filter(one -> one.getFileName().toString().startsWith("data.aside-"))
              .findFirst()
              .orElseThrow();
      assertThat(
              Command.of("cp", "-a", aside + "/member", data.toString())
                  .run(RestoredCluster.LIMIT)
                  .succeeded())
          .isTrue();
    }
  }

  private SortedMap<String, String> aside() throws IOException {
    SortedMap<String, String> sums = RestoredCluster.sums(folder);
    sums.keySet().removeIf(path -> !path.contains(".aside-"));
    assertThat(sums).isNotEmpty();
    return sums;
  }

  private RestoreOrder order(Path file, String token) {
    SnapshotFile snapshot = RestoredCluster.file(file, Trailer.PRESENT);
    return old.order(0, snapshot, token, OptionalLong.empty());
  }

  private static Permit permit(String operation) {
    return Permit.granted(operation, Duration.ofMinutes(5), System::nanoTime, () -> false);
  }
}
