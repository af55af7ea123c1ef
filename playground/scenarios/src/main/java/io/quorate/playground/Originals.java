package io.quorate.playground;

import io.quorate.lab.machine.Contents;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.telling.Verdict.OriginalJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The data directories that the members had when the cluster was broken, held against what became
 * of them: whoever recovers a cluster may rename them, and changes no byte of them.
 *
 * <p>A directory is known by its inode, which a rename keeps, so it is found under whatever name it
 * was set aside. It is read once the process on it is gone. One that a member runs on at the end
 * was given back to its member, and is not compared.
 */
final class Originals {
  private final EtcdCluster cluster;
  private final Map<Object, String> owners = new LinkedHashMap<>();
  private final Map<Object, Contents> then = new HashMap<>();

  private Originals(EtcdCluster cluster) {
    this.cluster = cluster;
  }

  /** Reads the directories of all members that do not run, before anybody is called. */
  static Originals of(EtcdCluster cluster) throws IOException {
    var originals = new Originals(cluster);
    for (EtcdMember member : cluster.members()) {
      if (Files.isDirectory(member.dataDirectory())) {
        originals.owners.put(inode(member.dataDirectory()), member.name());
      }
    }
    originals.look();
    return originals;
  }

  /** Reads the directories of those whose process ended since the last look. */
  void look() {
    for (Object inode : owners.keySet()) {
      if (!then.containsKey(inode)) {
        read(inode);
      }
    }
  }

  private void read(Object inode) {
    try {
      Optional<Path> place = place(inode);
      if (place.isPresent() && !isInUse(place.get())) {
        then.put(inode, Contents.of(place.get()));
      }
    } catch (IOException | UncheckedIOException renamedMeanwhile) {
      // The next look finds the directory under its new name.
    }
  }

  /**
   * Returns what became of every directory that was read and not given back.
   *
   * <p>One of which nothing was left before anybody was called has no file, and cannot differ.
   */
  List<OriginalJson> judged() throws IOException {
    List<OriginalJson> judged = new ArrayList<>();
    for (Map.Entry<Object, Contents> one : then.entrySet()) {
      Optional<Path> place = place(one.getKey());
      if (place.isEmpty() || !isInUse(place.get())) {
        judged.add(judged(owners.getOrDefault(one.getKey(), ""), one.getValue(), place));
      }
    }
    return judged;
  }

  private static OriginalJson judged(String member, Contents then, Optional<Path> place)
      throws IOException {
    Contents now = place.isPresent() ? Contents.of(place.get()) : Contents.NONE;
    return new OriginalJson(
        member,
        place.map(Path::toString).orElse(null),
        then.sha256().size(),
        then.changesUntil(now));
  }

  /** Returns whether a member runs on the directory, which it may reach by a link or a mount. */
  private boolean isInUse(Path place) throws IOException {
    for (EtcdMember member : cluster.members()) {
      if (member.isRunning()
          && Files.exists(member.dataDirectory())
          && Files.isSameFile(member.dataDirectory(), place)) {
        return true;
      }
    }
    return false;
  }

  private Optional<Path> place(Object inode) throws IOException {
    for (EtcdMember member : cluster.members()) {
      try (Stream<Path> files = Files.list(member.files().folder())) {
        for (Path file : files.filter(Files::isDirectory).toList()) {
          if (inode(file).equals(inode)) {
            return Optional.of(file);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Object inode(Path folder) throws IOException {
    return Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
  }
}
