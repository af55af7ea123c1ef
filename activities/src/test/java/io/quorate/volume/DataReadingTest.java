package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.data.DataFinding;
import io.quorate.data.DataPosition;
import io.quorate.data.LogPrint;
import io.quorate.data.LogPrint.EntryDigest;
import io.quorate.data.LogPrint.TermRun;
import io.quorate.data.UncertainTail;
import io.quorate.datadir.Depth;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.datadir.wal.WrittenMessage;
import io.quorate.hosts.UnreadableDirectory;
import io.quorate.shell.LocalHost;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data that is whole, with a request in its log that only older releases understand. */
class DataReadingTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    WrittenLog log =
        WrittenLog.begun(1, 2).entry(1, 1, request("PUT", "/0/version", "3.5.0")).state(1, 1);
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
  }

  @Test
  void anEtcdThatWouldPanicOnTheDataIsNotStarted() {
    DataReading.Found found = read("3.7.3", Depth.FULL);
    assertThat(found.damage()).isEmpty();
    assertThat(found.unfit().map(DataFinding::words).orElse(""))
        .contains("etcd 3.7 panics on entry 1");
  }

  @Test
  void theDataFitsTheReleaseThatWroteItAndTheNextRelease() {
    for (String version : List.of("3.5.35", "3.6.16")) {
      DataReading.Found found = read(version, Depth.FULL);
      assertThat(found.damage()).isEmpty();
      assertThat(found.unfit()).isEmpty();
      assertThat(found.position()).isPresent();
    }
  }

  /** A quick reading may not see from which raft snapshot etcd starts. */
  @Test
  void dataIsCalledUnfitOnlyAfterAFullReadingForAKnownRelease() {
    assertThat(read("3.7.3", Depth.QUICK).unfit()).isEmpty();
    assertThat(reading().read(Optional.empty(), Depth.FULL).unfit()).isEmpty();
  }

  /** It is on the disk before it is acknowledged, and known to be committed only later. */
  @Test
  void aWriteBehindTheCommitIndexMayBeInTheData() throws IOException {
    WrittenLog log = WrittenLog.begun(1, 2).put(1, 1, "known").state(1, 1).put(1, 2, "in-doubt");
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    DataPosition far = read("3.6.16", Depth.FULL).position().orElseThrow();
    assertThat(far.known()).isEqualTo(1);
    assertThat(far.highestRevision() - far.lowestRevision()).isEqualTo(1);
    assertThat(far.tail()).contains(new UncertainTail(1, 1, List.of("in-doubt"), 0, false));
  }

  @Test
  void aLogOfWhichAllIsKnownToBeCommittedHasNoEndInDoubt() throws IOException {
    WrittenLog log = WrittenLog.begun(1, 2).put(1, 1, "known").state(1, 1);
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    assertThat(read("3.6.16", Depth.FULL).position().orElseThrow().tail()).isEmpty();
  }

  /** Data of one cluster is compared by it: two terms at one decided index are two histories. */
  @Test
  void theTermsOfALogAreTold() throws IOException {
    WrittenLog log =
        WrittenLog.begun(1, 2)
            .put(1, 1, "a")
            .put(1, 2, "b")
            .put(4, 3, "c")
            .put(4, 4, "d")
            .state(4, 4);
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    assertThat(print().terms()).containsExactly(new TermRun(1, 1), new TermRun(3, 4));
  }

  /**
   * Two logs with the same terms and other entries are two histories; an end in doubt tells
   * nothing.
   */
  @Test
  void digestsOfDecidedEntriesAreToldAtIndexesThatAllChooseAlike() throws IOException {
    LogPrint one = printOf("key", 40);
    assertThat(one.digests()).extracting(EntryDigest::index).containsExactly(16L, 32L);
    assertThat(printOf("key", 40)).isEqualTo(one);
    assertThat(printOf("other", 40).digests()).doesNotContainAnyElementsOf(one.digests());
    assertThat(printOf("key", 20).digests()).containsExactly(one.digests().getFirst());
  }

  /** A log of 40 entries of which so many are known to be decided. */
  private LogPrint printOf(String key, int decided) throws IOException {
    WrittenLog log = WrittenLog.begun(1, 2);
    for (int index = 1; index <= 40; index++) {
      log = log.put(1, index, key + index);
    }
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.state(1, decided).bytes(), 16384);
    return print();
  }

  private LogPrint print() {
    return read("3.6.16", Depth.FULL).position().flatMap(DataPosition::print).orElseThrow();
  }

  /** Which voters made a quorum is open until that change is known to be decided. */
  @Test
  void anEndInDoubtTellsWhetherItChangesTheMembershipAndNamesAFewKeys() throws IOException {
    WrittenLog log = WrittenLog.begun(1, 2).put(1, 1, "known").state(1, 1).added(1, 2, 5);
    for (int index = 3; index < 10; index++) {
      log = log.put(1, index, "key-" + index);
    }
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 8192);
    UncertainTail tail =
        read("3.6.16", Depth.FULL).position().flatMap(DataPosition::tail).orElseThrow();
    assertThat(tail.changesMembership()).isTrue();
    assertThat(tail.entries()).isEqualTo(8);
    assertThat(tail.keysInWords()).isEqualTo("key-3, key-4, key-5, key-6, key-7 and 2 keys more");
  }

  /** Without a reason against the start a member counts as one that can come back whole. */
  @Test
  void dataThatMustNotBeReadIsNotStartedOn() {
    for (Depth depth : Depth.values()) {
      DataReading.Found found = found(new AccessDeniedException("db", null, "it is a link"), depth);
      assertThat(found.damage()).isEmpty();
      assertThat(found.position()).isEmpty();
      assertThat(found.unfit().orElseThrow().words())
          .isEqualTo("it must not be read: db: it is a link");
    }
  }

  @Test
  void anErrorThatMayPassSaysNothingAgainstTheData() {
    for (Depth depth : Depth.values()) {
      assertThat(found(new IOException("the channel is closed"), depth))
          .isEqualTo(DataReading.Found.NOTHING);
    }
  }

  private static DataReading.Found found(IOException at, Depth depth) {
    return new DataReading(new UnreadableDirectory(at), Optional.empty())
        .read(Optional.empty(), depth);
  }

  private DataReading.Found read(String version, Depth depth) {
    return reading().read(Optional.of(EtcdVersion.parse(version)), depth);
  }

  private DataReading reading() {
    return DataReading.at(new LocalHost(), folder.toString(), Optional.empty());
  }

  private static byte[] request(String method, String path, String value) {
    return WrittenMessage.of(
        out -> {
          out.writeUInt64(1, 7);
          out.writeString(2, method);
          out.writeString(3, path);
          out.writeString(4, value);
        });
  }
}
