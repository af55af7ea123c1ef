package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.port.PlainContent;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.record.LastComparison;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.Salvage.Way;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The commands of docs/by-hand.md take the snapshot that the product would take. */
class ByHandOrderTest {
  private static final Path PAGE = Path.of("../docs/by-hand.md");
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final ClusterId NOW = new ClusterId(0xa1);

  @Property(tries = 20)
  void thePageTakesTheFurthestOfAHistoryAsTheProductDoes(@ForAll Random random) throws Exception {
    List<CatalogueEntry> entries = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      entries.add(entry(number, random));
    }
    String furthest =
        RaftOrder.furthest(
                entries.stream()
                    .map(entry -> SnapshotStore.source(entry.snapshot(), entry.content())))
            .orElseThrow()
            .saved()
            .file();

    assertThat(taken(entries, "").output().lines().toList().getLast()).endsWith("/" + furthest);
  }

  /** After an undo the newest id is the one that was undone, so a person says which it is. */
  @Example
  void ofTwoHistoriesThePageTakesNoneUntilAPersonSaysWhich() throws Exception {
    List<CatalogueEntry> entries = new ArrayList<>();
    entries.add(entry(0, new Random(1)));
    CatalogueEntry undone = entry(1, new Random(2));
    SavedSnapshot other = undone.snapshot();
    entries.add(
        new CatalogueEntry(
            new SavedSnapshot(
                MAIN,
                other.file(),
                other.sha256(),
                1,
                other.atLeast(),
                99,
                new ClusterId(0xb2),
                other.version(),
                other.source(),
                other.savedAt(),
                Optional.empty()),
            undone.content(),
            Optional.empty(),
            Optional.empty()));
    Command.Finished asked = taken(entries, "");
    assertThat(asked.succeeded()).isFalse();
    assertThat(asked.output()).contains("STOP: more than one cluster id");

    assertThat(taken(entries, "export HISTORY=" + NOW).output().lines().toList().getLast())
        .endsWith("/" + entries.getFirst().snapshot().file());
  }

  private static CatalogueEntry entry(int number, Random random) {
    long term = 2L + random.nextInt(3);
    long index = 100L + random.nextInt(4);
    Optional<Salvage> salvage =
        random.nextInt(3) > 0
            ? Optional.empty()
            : Optional.of(
                new Salvage(
                    new MemberId(7),
                    term,
                    index + 1,
                    random.nextBoolean() ? Way.SERVED : Way.DATABASE_FILE,
                    random.nextBoolean() ? Trailer.PRESENT : Trailer.MISSING));
    EtcdVersion version = EtcdVersion.parse(random.nextInt(4) == 0 ? "3.4.23" : "3.6.16");
    // A database of 3.4 can have the term of a 3.5 that was there before.
    long written = version.tellsTerm() ? term : 9;
    SavedSnapshot saved =
        new SavedSnapshot(
            MAIN,
            "2026-r%d-t%d-%d.db".formatted(index, term, random.nextInt(1000) * 10 + number),
            "ab",
            1,
            new Revision(index - 5),
            term,
            NOW,
            version,
            new MemberName("etcd-0"),
            Instant.EPOCH.plusSeconds(random.nextInt(1000)),
            salvage);
    SnapshotContent content = PlainContent.of(index - 5, index, Optional.of(written));
    return new CatalogueEntry(saved, Optional.of(content), Optional.empty(), Optional.empty());
  }

  private static Command.Finished taken(List<CatalogueEntry> entries, String before)
      throws IOException, InterruptedException {
    Path store = Files.createTempDirectory("quorate-by-hand");
    try {
      Path folder = Files.createDirectories(store.resolve(MAIN.value()));
      for (CatalogueEntry entry : entries) {
        Files.writeString(
            folder.resolve(CatalogueEntry.nameFor(entry.snapshot().file())), entry.text());
      }
      // Quorate's own files beside the snapshots are not snapshots.
      Files.writeString(
          folder.resolve(Comparisons.FILE),
          ComparisonText.of(
              new LastComparison(
                  Instant.EPOCH,
                  new Revision(9),
                  Set.of("a1"),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty())));
      String script =
          "set -euo pipefail\nexport SNAPSHOTS=%s CLUSTER=%s\n%s\n%s\n"
              .formatted(store, MAIN, before, block("snapshot"));
      return Command.of("bash", "-c", script).run(Duration.ofSeconds(30));
    } finally {
      Folders.delete(store);
    }
  }

  private static String block(String name) throws IOException {
    Matcher block =
        Pattern.compile("<!-- by hand: " + name + " -->\n```sh\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
