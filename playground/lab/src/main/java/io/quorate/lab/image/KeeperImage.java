package io.quorate.lab.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The image of a keeper: the GNU tools that work on a member's files, and a shell. */
public final class KeeperImage {
  private static final List<String> FOLDERS =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin");

  /** Programs that scripts of hosts call. Those of busybox lack options that the scripts need. */
  private static final List<String> TOOLS =
      List.of(
          "base64 bash cat chmod chown cmp comm cp cut date dd df dirname du env find flock grep"
              + " head",
          "hostname id install ip kill ln ls mkdir mktemp mount mountpoint mv nsenter od printf ps",
          "readlink rm rmdir sed setpriv setsid sh sha256sum sleep sort stat sync tail tee test",
          "timeout touch tr true truncate uname unshare wc");

  private KeeperImage() {}

  /**
   * Writes the image.
   *
   * @param name with a tag
   */
  public static void write(String name, Path archive) throws IOException, InterruptedException {
    var image = ImageArchive.in(archive.resolveSibling(archive.getFileName() + ".tree"));
    image.add("usr/bin", tools());
    // Where scripts are run by its path, as everywhere else.
    image.add("bin", Map.of("sh", tools().get("sh")));
    image.write(name, Map.of("Entrypoint", List.of("/usr/bin/sleep", "infinity")), archive);
  }

  /** The tools by their names, among them a shell. */
  static Map<String, Path> tools() throws IOException {
    Map<String, Path> found = new TreeMap<>();
    for (String name : String.join(" ", TOOLS).split(" ")) {
      found.put(
          name, program(name).orElseThrow(() -> new IOException(name + " is missing; install it")));
    }
    return found;
  }

  private static Optional<Path> program(String name) {
    return FOLDERS.stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
