package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.ClusterRecords;
import io.quorate.port.ClusterRecords.Kept;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Origin;
import io.quorate.record.RecordedMember;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The record in files: what is read back, whatever happened to them and to their writers. */
@Timeout(60)
class DirectoryRecordsTest {
  @TempDir Path directory;

  @Test
  void aRecordIsReadAsWrittenAndOnlyByTheOwner() throws IOException {
    ClusterRecord written = write(0, 3);
    Kept kept = records().read(RecordWriter.PAYMENTS);
    assertThat(kept.record()).contains(written);
    assertThat(kept.generation()).isEqualTo(3);
    assertThat(kept.damaged()).isEmpty();
    assertThat(written.begun()).isEqualTo("there was no record");
    assertThat(permissions(folder())).isEqualTo("rwx------");
    assertThat(files()).allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
  }

  @Test
  void thePagerShowsSentencesFirst() throws IOException {
    records()
        .update(
            RecordWriter.PAYMENTS,
            record -> RecordWriter.with(record, 7, Origin.accepted("Zoë", "restored by hand")));
    List<String> lines = Files.readAllLines(newest());
    assertThat(lines.get(1)).contains("What Quorate remembers");
    assertThat(lines.get(4)).contains("inWords");
    assertThat(lines.get(5)).contains("accepted at").contains("by Zoë: restored by hand.");
  }

  @Test
  void nothingIsWrittenWhereNothingChanged() {
    ClusterRecord written = write(0, 2);
    assertThat(records().update(RecordWriter.PAYMENTS, record -> record)).isEqualTo(written);
    assertThat(records().read(RecordWriter.PAYMENTS).generation()).isEqualTo(2);
  }

  @Test
  void aDamagedGenerationIsSaidAndSetAsideAndTheOneBeforeCounts() throws IOException {
    write(0, 3);
    byte[] text = Files.readAllBytes(newest());
    text[text.length / 2] ^= 4;
    Files.write(newest(), text);
    Kept kept = records().read(RecordWriter.PAYMENTS);
    assertThat(kept.generation()).isEqualTo(2);
    assertThat(kept.damaged()).singleElement().asString().contains("SHA-256 is not that");
    ClusterRecord after = write(3, 1);
    assertThat(files()).extracting(Path::getFileName).hasSize(4);
    assertThat(newest().getFileName()).hasToString("record-000000000004.json");
    assertThat(Files.readAllBytes(folder().resolve("record-000000000003.json.damaged")))
        .isEqualTo(text);
    assertThat(ids(after)).doesNotContain("3").contains("1", "2", "4");
    assertThat(records().read(RecordWriter.PAYMENTS).damaged()).hasSize(1);
  }

  @Test
  void aGenerationThatIsALinkToNothingIsDamagedAndTheOneBeforeCounts() throws IOException {
    write(0, 2);
    Path link = folder().resolve("record-000000000003.json");
    Files.createSymbolicLink(link, folder().resolve("nothing"));
    Kept kept = records().read(RecordWriter.PAYMENTS);
    assertThat(kept.generation()).isEqualTo(2);
    assertThat(kept.damaged()).singleElement().asString().contains("there is nothing to read");
    write(2, 1);
    assertThat(newest().getFileName()).hasToString("record-000000000004.json");
  }

  @Test
  void noByteChangesUnseenAndNoTruncatedFileIsARecord() throws IOException {
    write(0, 1);
    Path file = newest();
    byte[] text = Files.readAllBytes(file);
    for (int at = 0; at < text.length; at += 7) {
      byte[] flipped = text.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(file, flipped);
      assertThat(records().read(RecordWriter.PAYMENTS).record()).as("byte %s", at).isEmpty();
      Files.write(file, Arrays.copyOf(text, at));
      assertThat(records().read(RecordWriter.PAYMENTS).record()).as("cut at %s", at).isEmpty();
    }
    Files.write(file, text);
    assertThat(records().read(RecordWriter.PAYMENTS).record()).isPresent();
  }

  @Test
  void aRecordThatIsLostAltogetherBeginsAnewAndSaysSo() throws IOException {
    write(0, 1);
    Files.writeString(newest(), "");
    ClusterRecord young = write(5, 1);
    assertThat(young.begun()).contains("the record before was lost").contains("no SHA-256");
    assertThat(ids(young)).containsExactly("6");
  }

  @Test
  void aRecordThatCannotBeReadIsNotTakenForNone() throws IOException {
    write(0, 1);
    Files.delete(newest());
    Files.createDirectory(folder().resolve("record-000000000002.json"));
    assertThatThrownBy(() -> records().read(RecordWriter.PAYMENTS))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> write(1, 1)).isInstanceOf(Failure.Refused.class);
  }

  /** The disk of the store is not mounted any more: an empty record would forget every history. */
  @Test
  void aRecordOnAMissingDiskIsRefusedUntilTheDiskIsBack() throws IOException {
    ClusterRecords kept = records();
    ClusterRecord written = RecordWriter.write(kept, 0, 1, id -> {});
    Path away = directory.resolveSibling(directory.getFileName() + ".away");
    Files.move(directory, away);
    try {
      String gone = directory.resolve("payments") + " was there and is gone";
      assertThatThrownBy(() -> kept.read(RecordWriter.PAYMENTS))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining(gone);
      assertThatThrownBy(() -> RecordWriter.write(kept, 5, 1, id -> {}))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("nothing is begun anew in its place");
      assertThat(directory).doesNotExist();
    } finally {
      Files.move(away, directory);
    }
    assertThat(kept.read(RecordWriter.PAYMENTS).record()).contains(written);
  }

  @Test
  void aSlowWriterKeepsTheChangesOfAFasterWriter() {
    boolean[] overtaken = {false};
    ClusterRecord slow =
        records()
            .update(
                RecordWriter.PAYMENTS,
                record -> {
                  if (!overtaken[0]) {
                    overtaken[0] = true;
                    write(1, 25);
                  }
                  return RecordWriter.with(record, 99);
                });
    assertThat(slow.current().orElseThrow().members()).hasSize(26);
    assertThat(records().read(RecordWriter.PAYMENTS).record()).contains(slow);
  }

  @Test
  void writersInOneProcessAndInTwoLoseNothingOfEachOther() throws Exception {
    List<Process> others = List.of(child("100", "8"), child("200", "8"));
    List<Thread> threads = new ArrayList<>();
    for (int writer = 3; writer < 5; writer++) {
      int from = writer * 100;
      threads.add(Thread.ofVirtual().start(() -> write(from, 8)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Process other : others) {
      assertThat(other.waitFor()).isZero();
    }
    assertThat(ids(records().read(RecordWriter.PAYMENTS).record().orElseThrow())).hasSize(32);
  }

  @Test
  void aWriterThatIsKilledLosesNothingThatItHadWritten() throws Exception {
    for (int round = 0; round < 4; round++) {
      Process writer = child(Integer.toString(round * 100_000), "100000");
      String last = "";
      try (var said =
          new BufferedReader(
              new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
        for (int line = 0; line < 5 + 7 * round; line++) {
          last = said.readLine();
        }
        writer.destroyForcibly();
        assertThat(writer.waitFor(10, TimeUnit.SECONDS)).isTrue();
      }
      Kept kept = records().read(RecordWriter.PAYMENTS);
      assertThat(kept.damaged()).isEmpty();
      assertThat(kept.record().orElseThrow().current().orElseThrow().raftIndex().orElseThrow())
          .matches(highest -> highest.value() >= RecordWriter.BEGIN);
      assertThat(ids(kept.record().orElseThrow())).contains(last);
    }
  }

  private Process child(String from, String count) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RecordWriter.class.getName(),
            directory.toString(),
            from,
            count)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private ClusterRecord write(int from, int count) {
    return RecordWriter.write(records(), from, count, id -> {});
  }

  private static List<String> ids(ClusterRecord record) {
    return record.current().orElseThrow().members().stream()
        .map(RecordedMember::id)
        .map(Object::toString)
        .toList();
  }

  private ClusterRecords records() {
    return RecordWriter.records(directory);
  }

  private Path folder() {
    return Path.of(records().place(RecordWriter.PAYMENTS));
  }

  private Path newest() throws IOException {
    return files().stream().filter(file -> file.toString().endsWith(".json")).toList().getLast();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.sorted().toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
