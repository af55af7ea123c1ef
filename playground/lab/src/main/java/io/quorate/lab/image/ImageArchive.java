package io.quorate.lab.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A container image as an archive, in the format of {@code docker save}: one layer of programs of
 * this machine, made without docker. The same files make the same archive, byte for byte.
 *
 * @param tree a folder with what the image contains
 */
public record ImageArchive(Path tree) {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern LIBRARY = Pattern.compile("(?m)(?<=\\s)/\\S+\\.so\\S*");
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  /** Starts an image in an empty folder. */
  public static ImageArchive in(Path tree) throws IOException {
    Path tmp = Files.createDirectories(tree.resolve("tmp"));
    Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxrwxrwx"));
    return new ImageArchive(tree);
  }

  /**
   * Adds programs by their names, with the libraries that they are linked to.
   *
   * @param place a folder of the image
   */
  public void add(String place, Map<String, Path> programs)
      throws IOException, InterruptedException {
    for (var program : programs.entrySet()) {
      copy(program.getValue(), place + "/" + program.getKey());
    }
    for (Path library : libraries(programs.values())) {
      copy(library, library.toString().substring(1));
    }
  }

  /**
   * Adds a folder with everything in it, and the libraries that its programs are linked to and that
   * it does not have itself.
   *
   * @param place where the image has the folder
   */
  public void addFolder(String place, Path folder) throws IOException, InterruptedException {
    Path target = tree.resolve(place);
    Files.createDirectories(target.resolveSibling(""));
    Command.of("cp", "-a", folder.toString(), target.toString()).outputWithin(LIMIT);
    List<Path> programs;
    try (var files = Files.walk(folder)) {
      programs =
          files
              .filter(file -> Files.isRegularFile(file))
              .filter(file -> Files.isExecutable(file) || file.toString().endsWith(".so"))
              .toList();
    }
    for (Path library : libraries(programs)) {
      if (!library.startsWith(folder)) {
        copy(library, library.toString().substring(1));
      }
    }
  }

  /** Adds a text file. */
  public void addText(String place, String text) throws IOException {
    Path file = tree.resolve(place);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  /** Adds a text file that can be run. */
  void addScript(String place, String text) throws IOException {
    addText(place, text);
    Files.setPosixFilePermissions(
        tree.resolve(place), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static List<Path> libraries(Collection<Path> programs)
      throws IOException, InterruptedException {
    var ldd = new ArrayList<>(List.of("ldd"));
    programs.forEach(program -> ldd.add(program.toString()));
    // Says "not a dynamic executable" of a static one, and fails then.
    String libraries = Command.of(ldd).run(LIMIT).output();
    return LIBRARY
        .matcher(libraries)
        .results()
        .map(found -> Path.of(found.group()))
        .distinct()
        .toList();
  }

  private void copy(Path file, String place) throws IOException {
    Files.createDirectories(tree.resolve(place.substring(0, place.lastIndexOf('/'))));
    Files.copy(
        file.toRealPath(),
        tree.resolve(place),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  /**
   * Writes the archive, and deletes the tree.
   *
   * @param name with a tag
   * @param config what the OCI image specification calls so, such as {@code Entrypoint}
   */
  public void write(String name, Map<String, ?> config, Path archive)
      throws IOException, InterruptedException {
    Path parts = Files.createDirectories(tree.resolveSibling(tree.getFileName() + ".parts"));
    Path layer = parts.resolve("layer.tar");
    tar(tree, layer, ".");
    Map<String, Object> starts =
        new TreeMap<>(Map.of("Env", List.of("PATH=/usr/local/bin:/usr/bin:/bin")));
    starts.putAll(config);
    JSON.writeValue(
        parts.resolve("config.json").toFile(),
        Map.of(
            "architecture",
            System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64",
            "os",
            "linux",
            "config",
            starts,
            "rootfs",
            Map.of("type", "layers", "diff_ids", List.of("sha256:" + sha256(layer)))));
    JSON.writeValue(
        parts.resolve("manifest.json").toFile(),
        List.of(
            Map.of(
                "Config", "config.json",
                "RepoTags", List.of(name),
                "Layers", List.of("layer.tar"))));
    tar(parts, archive, "manifest.json", "config.json", "layer.tar");
    Folders.delete(parts);
    Folders.delete(tree);
  }

  private static void tar(Path folder, Path archive, String... names)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("tar", "--sort=name", "--mtime=@0", "--numeric-owner"));
    words.addAll(List.of("--owner=0", "--group=0", "-C", folder.toString()));
    words.addAll(List.of("-cf", archive.toString()));
    words.addAll(List.of(names));
    Command.of(words).outputWithin(LIMIT);
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      var digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
