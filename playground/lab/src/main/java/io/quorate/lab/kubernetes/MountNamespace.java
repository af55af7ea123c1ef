package io.quorate.lab.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A mount namespace inside the lab's network. All mounts in it end with its last process, as a
 * machine's end with its power, and no other process of this machine ever sees them.
 *
 * @param keeper a process that waits, and keeps the namespace
 * @param network the lab's
 */
record MountNamespace(Server keeper, LabNetwork network) {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Mounts pairs of a source and a place, and waits. A place that is not there is made. */
  private static final String MOUNT_AND_WAIT =
      """
      set -e
      while [ $# -gt 1 ]; do
        [ -e "$2" ] || mkdir -p "$2"
        if [ "$1" = tmpfs ]; then mount -t tmpfs tmpfs "$2"; else mount --bind "$1" "$2"; fi
        shift 2
      done
      : >"$0"
      exec sleep infinity
      """;

  /**
   * Creates the namespace.
   *
   * @param mounts pairs of a source, {@code tmpfs} or a folder or a file, and a place
   */
  void open(List<String> mounts) throws IOException, InterruptedException {
    Path mounted = keeper.log().resolveSibling(keeper.log().getFileName() + ".mounted");
    Files.deleteIfExists(mounted);
    // Not private: a file system that the machine lets go of must not live on in here.
    var words = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "slave", "sh"));
    words.addAll(List.of("-c", MOUNT_AND_WAIT, mounted.toString()));
    words.addAll(mounts);
    keeper.start(network.within(words));
    keeper.await("the mounts of " + keeper.group().path(), LIMIT, () -> Files.exists(mounted));
  }

  /** Returns the program as it runs inside. */
  List<String> within(List<String> words) throws IOException {
    var all = new ArrayList<>(List.of("nsenter", "--target=" + keeper.pid(), "--mount", "--net"));
    all.add("--");
    all.addAll(words);
    return all;
  }
}
