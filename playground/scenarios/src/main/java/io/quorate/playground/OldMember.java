package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Contents;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.MemberFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A member with a copy of its data of before, which somebody starts by hand.
 *
 * @param then what was in the copy when it was made
 */
record OldMember(EtcdMember member, Contents then) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** etcd's words for a peer of another cluster, in 3.4 to 3.7. */
  private static final String REFUSED = "cluster ID mismatch";

  /** Copies the data and the environment of a member that does not run. */
  static OldMember copyOf(EtcdMember now) throws IOException {
    MemberFiles files =
        new MemberFiles(now.files().folder().resolveSibling(now.name() + ".before"));
    Files.createDirectories(files.folder());
    Files.createSymbolicLink(files.binary(), Files.readSymbolicLink(now.files().binary()));
    Files.writeString(
        files.environmentFile(),
        Files.readString(now.files().environmentFile())
            .replace(now.dataDirectory().toString(), files.dataDirectory().toString()));
    copy(now.dataDirectory(), files.dataDirectory());
    return new OldMember(
        new EtcdMember(now.name(), files, now.peerUrl(), now.clientUrl(), now.etcdctl()),
        Contents.of(files.dataDirectory()));
  }

  /** Returns a sentence for each file of the copy that differs; the member must not have run. */
  List<String> changes() throws IOException {
    return then.changesUntil(Contents.of(member.dataDirectory())).stream()
        .map(("the copy of the old data of " + member.name() + " was touched: ")::concat)
        .toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** Starts the old member and waits until its peers have refused the member. */
  void startInVain() throws IOException, InterruptedException {
    member.start();
    Await.until(member.name() + " with its old data to be refused", LIMIT, this::isRefused);
  }

  private boolean isRefused() {
    try {
      return Files.readString(member.files().logFile()).contains(REFUSED);
    } catch (IOException notYet) {
      return false;
    }
  }

  boolean isServing() throws InterruptedException {
    return member.isServing();
  }

  void end() throws IOException, InterruptedException {
    member.kill();
  }
}
