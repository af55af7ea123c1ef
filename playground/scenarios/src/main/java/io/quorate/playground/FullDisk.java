package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario in which another program fills the file system of a follower, and etcd exits. Quorate
 * says how much room is needed and waits; 4 s later somebody makes room.
 */
final class FullDisk implements Scenario {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /**
   * Size of the file system: two WAL files of 64 MB, the database, and as much again to be free
   * before the start.
   */
  private static final int MEBIBYTES = 400;

  private static final int VALUE_BYTES = 1_000_000;
  private static final Duration SOMEBODY_TAKES = Duration.ofSeconds(4);

  private Optional<Path> filler = Optional.empty();

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "full-disk",
        "The file system of one member is full; it is started once somebody made room.",
        Synopsis.RESUME);
  }

  @Override
  public Optional<String> whyNotHere() {
    return SmallFileSystem.whyNot();
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    victim.stop();
    cluster.atTheEnd(SmallFileSystem.holding(victim.dataDirectory(), MEBIBYTES)::close);
    victim.start();
    victim.awaitServing(LIMIT);
    Path log = victim.dataDirectory().resolve("somebody-elses.log");
    filler = Optional.of(log);
    fill(log);
    writeUntilEnded(victim, cluster);
    return "the file system of "
        + victim.name()
        + ", a follower, is filled up by something else, and etcd exits";
  }

  private static void fill(Path file) throws IOException {
    byte[] chunk = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException full) {
      if (!String.valueOf(full.getMessage()).contains("No space left")) {
        throw full;
      }
    }
  }

  /**
   * Writes large values until the victim exits. Its WAL file is preallocated, so the growth of the
   * database is what fails.
   */
  private static void writeUntilEnded(EtcdMember victim, EtcdCluster cluster)
      throws IOException, InterruptedException {
    EtcdMember other =
        cluster.members().stream()
            .filter(member -> !member.name().equals(victim.name()))
            .findFirst()
            .orElseThrow();
    try (HttpClient http = Kv.client()) {
      Await.until(
          "the end of " + victim.name(),
          LIMIT,
          () -> {
            boolean written = isWritten(new Kv(other.clientUrl(), http));
            return written && !victim.isRunning();
          });
    }
  }

  private static boolean isWritten(Kv member) throws InterruptedException {
    try {
      member.put("/large", new byte[VALUE_BYTES], LIMIT);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  @Override
  public void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    boolean waits =
        operation.steps().stream()
            .filter(step -> step.name().equals("await-room") && step.state().equals("running"))
            .flatMap(step -> step.startedAt().stream())
            .anyMatch(since -> since.plus(SOMEBODY_TAKES).isBefore(Instant.now()));
    if (waits && filler.isPresent()) {
      Files.deleteIfExists(filler.get());
      filler = Optional.empty();
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after) {
    List<String> differences = new ArrayList<>();
    if (filler.isPresent()) {
      differences.add("nobody waited for room");
    }
    differences.addAll(after.otherIdsThan(before));
    return differences;
  }
}
