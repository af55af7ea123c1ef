package io.quorate.lab.kubernetes;

import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The images of the lab, each made when it is asked for first.
 *
 * @param folder of the archives
 */
record Images(Path folder) {

  /** The image with the tools that work on a member's files. It keeps the network of pods too. */
  static final String KEEPER = "quorate.test/keeper:1";

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

  /** Returns the name of the image with a release of etcd and its tools, and without a shell. */
  static String etcd(String version) {
    return "quorate.test/etcd:" + version;
  }

  Path etcd(ToolFolder etcd) throws IOException, InterruptedException {
    Path archive = folder.resolve(etcd.tool().folderName() + ".tar");
    if (!Files.exists(archive)) {
      var image = ImageArchive.in(folder.resolve(etcd.tool().folderName()));
      image.add(
          "usr/local/bin",
          etcd.tool().programs().stream().collect(Collectors.toMap(name -> name, etcd::program)));
      image.write(etcd(etcd.tool().version()), List.of("/usr/local/bin/etcd"), archive);
    }
    return archive;
  }

  Path keeper() throws IOException, InterruptedException {
    Path archive = folder.resolve("keeper.tar");
    if (!Files.exists(archive)) {
      var image = ImageArchive.in(folder.resolve("keeper"));
      image.add("usr/bin", tools());
      // Where scripts are run by its path, as everywhere else.
      image.add("bin", Map.of("sh", tools().get("sh")));
      image.write(KEEPER, List.of("/usr/bin/sleep", "infinity"), archive);
    }
    return archive;
  }

  private static Map<String, Path> tools() throws IOException {
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
