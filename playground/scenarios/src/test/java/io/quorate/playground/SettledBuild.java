package io.quorate.playground;

import static java.util.stream.Collectors.toCollection;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Build of the commit in which the form of what is stored was settled, as {@code form-settled.txt}
 * names it; of the commit at hand while the file names none. The sources of that commit are
 * compiled in this JVM with the libraries of today and today's code for etcd's protocol: Maven
 * would take minutes and need the network.
 *
 * @param checkout root of the clone that has the commit
 */
record SettledBuild(String commit, Path checkout) {
  private static final String NAMED = "/form-settled.txt";
  private static final String AT_HAND = "HEAD";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<String> MODULES =
      List.of("workflows", "activities", "worker", "playground/lab", "playground/scenarios");

  /** The build of the commit that the file names, in the clone that these tests run in. */
  static SettledBuild named() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(SettledBuild.class.getResourceAsStream(NAMED), NAMED)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      String commit =
          text.lines().filter(line -> !line.startsWith("#")).findFirst().orElse(AT_HAND).strip();
      return new SettledBuild(commit, cloneAround(Path.of("").toAbsolutePath()));
    }
  }

  /** Whether the commit settled a form; false for the commit at hand. */
  boolean isOfASettledForm() {
    return !commit.equals(AT_HAND);
  }

  private static Path cloneAround(Path folder) {
    Path parent = folder.getParent();
    return parent == null || Files.exists(folder.resolve(".git")) ? folder : cloneAround(parent);
  }

  /**
   * Why the commit cannot be built here; empty when it can. A shallow clone may not have it, a
   * source archive has no history.
   */
  Optional<String> whyNotHere() throws InterruptedException {
    String because = "commit " + commit + " is not in this clone: fetch the whole history";
    try {
      boolean here = git("cat-file", "-e", commit + "^{commit}").run(LIMIT).succeeded();
      return here ? Optional.empty() : Optional.of(because);
    } catch (IOException noGit) {
      return Optional.of("no history to build commit " + commit + " from: " + noGit.getMessage());
    }
  }

  /** Files in these folders that were changed or removed since the commit. */
  List<String> changedSince(String... folders) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("diff", "--name-only", "--diff-filter=a"));
    words.addAll(List.of(commit, "--"));
    words.addAll(List.of(folders));
    return output(words).lines().toList();
  }

  private String output(List<String> words) throws IOException, InterruptedException {
    var finished = git(words.toArray(String[]::new)).run(LIMIT);
    if (!finished.succeeded()) {
      throw new IOException("git " + String.join(" ", words) + ": " + finished.output());
    }
    return finished.output();
  }

  private Command git(String... words) {
    List<String> all = new ArrayList<>(List.of("git", "-C", checkout.toString()));
    all.addAll(List.of(words));
    return Command.of(all);
  }

  /**
   * Compiles the build into this folder; returns its jar, which has to come first in a class path.
   */
  Path in(Path folder) throws IOException, InterruptedException {
    Path sources = Files.createTempDirectory(folder, "settled-");
    Path archive = sources.resolve("sources.zip");
    List<String> words = new ArrayList<>(List.of("archive", "-o", archive.toString(), commit));
    MODULES.forEach(module -> words.add(module + "/src/main"));
    output(words);
    unpack(archive, sources);
    Path classes = Files.createDirectory(sources.resolve("classes"));
    compile(files(sources, ".java"), classes);
    for (String module : MODULES) {
      Path resources = sources.resolve(module).resolve("src/main/resources");
      for (Path file : files(resources, "")) {
        Path to = classes.resolve(resources.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return jar(classes, sources.resolve("settled.jar"));
  }

  private static void unpack(Path archive, Path to) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = to.resolve(entry.getName()).normalize();
        if (!entry.isDirectory() && file.startsWith(to)) {
          Files.createDirectories(file.getParent());
          Files.copy(in, file);
        }
      }
    }
  }

  private static void compile(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var said = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "--release",
              "21",
              "-proc:none",
              "-parameters",
              "-nowarn",
              "-cp",
              System.getProperty("java.class.path"),
              "-d",
              classes.toString());
      var units = files.getJavaFileObjectsFromPaths(sources);
      if (!compiler.getTask(said, files, null, options, null, units).call()) {
        throw new IOException("commit does not compile with the libraries of today: " + said);
      }
    }
  }

  private Path jar(Path classes, Path jar) throws IOException, InterruptedException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.IMPLEMENTATION_VERSION,
            "settled-" + output(List.of("rev-parse", "--short", commit)).strip());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Path one : files(classes, "")) {
        out.putNextEntry(new JarEntry(classes.relativize(one).toString()));
        Files.copy(one, out);
      }
    }
    return jar;
  }

  private static List<Path> files(Path folder, String ending) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !file.endsWith("package-info.java"))
          .collect(toCollection(ArrayList::new));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
