package io.quorate.playground.product;

import io.quorate.worker.Main;
import io.quorate.worker.Rehearsal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes that the product is started from. Where they are all in jars, those of a start are
 * read and checked once, as the launcher does it (docs/adr/0030-classes-of-verbs-in-an-archive.md):
 * a start without an archive takes a second more of the processors that the members need too.
 *
 * @param options of the JVM that starts it
 */
public record ProductClasses(List<String> options) {
  /** Time for the archive; without one a start takes longer. */
  private static final int LIMIT_SECONDS = 60;

  /** An archive is of use only to a JVM with the options that it was made with. */
  private static final List<String> JVM =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          // What the JVM says of the archive would stand in the middle of JSON.
          "-Xlog:disable");

  public ProductClasses {
    options = List.copyOf(options);
  }

  /** The classes of this process, made ready at the first question. */
  public static ProductClasses here() {
    return Here.CLASSES;
  }

  /** Holder of what is made once. */
  private static final class Here {
    private static final ProductClasses CLASSES = of(System.getProperty("java.class.path"));
  }

  private static ProductClasses of(String classPath) {
    if (!Main.class
        .getProtectionDomain()
        .getCodeSource()
        .getLocation()
        .getPath()
        .endsWith(".jar")) {
      return with(List.of("-cp", classPath));
    }
    // The JVM makes no archive of a class path with directories, which are those of tests.
    String jars =
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> options = new ArrayList<>(List.of("-cp", jars));
    archive(jars).ifPresent(archive -> options.add("-XX:SharedArchiveFile=" + archive));
    return with(options);
  }

  private static ProductClasses with(List<String> classes) {
    return new ProductClasses(Stream.concat(JVM.stream(), classes.stream()).toList());
  }

  /** Makes the archive, which goes with this process; empty where that does not work. */
  private static Optional<Path> archive(String jars) {
    try {
      Path folder = Files.createTempDirectory("quorate");
      Path archive = folder.resolve("product.jsa");
      Process rehearsal =
          new ProcessBuilder(rehearsal(jars, archive))
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!rehearsal.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        rehearsal.destroyForcibly();
      }
      // Those registered last go first.
      folder.toFile().deleteOnExit();
      archive.toFile().deleteOnExit();
      return Optional.of(archive).filter(Files::exists);
    } catch (IOException unmade) {
      return Optional.empty();
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static List<String> rehearsal(String jars, Path archive) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(JVM);
    words.addAll(
        List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", jars, Rehearsal.class.getName()));
    return words;
  }
}
