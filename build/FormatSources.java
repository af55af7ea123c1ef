import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lays out every Java file of the checkout as google-java-format does, or checks that they are.
 *
 * <p>Started from source by the build, in the JDK that compiles the code: Maven's own may be too
 * old to read it, which rules out the formatter's usual Maven plugins.
 */
public final class FormatSources {

  private static final List<String> FOLDERS =
      List.of(
          "build",
          "workflows/src/main/java",
          "workflows/src/test/java",
          "activities/src/main/java",
          "activities/src/test/java",
          "worker/src/main/java",
          "worker/src/test/java",
          "playground/lab/src/main/java",
          "playground/lab/src/test/java",
          "playground/scenarios/src/main/java",
          "playground/scenarios/src/test/java",
          "dist/src/main/java",
          "dist/src/test/java");

  private FormatSources() {}

  public static void main(String[] arguments) throws Exception {
    boolean check = arguments[0].equals("check");
    List<Path> files = javaFiles(Path.of(arguments[1]));
    if (files.isEmpty()) {
      throw new IllegalStateException("no Java file found under " + arguments[1]);
    }

    var formatterArguments = new ArrayList<String>();
    if (check) {
      formatterArguments.add("--dry-run");
      formatterArguments.add("--set-exit-if-changed");
    } else {
      formatterArguments.add("--replace");
    }
    files.forEach(file -> formatterArguments.add(file.toString()));

    var changed = new StringWriter();
    int status;
    try (var output = new PrintWriter(changed)) {
      status =
          new Main(output, new PrintWriter(System.err, true), InputStream.nullInputStream())
              .format(formatterArguments.toArray(String[]::new));
    }
    if (check && status != 0) {
      System.err.println("These files are not laid out as google-java-format does it:");
      changed.toString().lines().forEach(file -> System.err.println("  " + file));
      System.err.println("To lay them out: mvn -q -Pformat validate");
    }
    System.exit(status);
  }

  private static List<Path> javaFiles(Path checkout) throws IOException {
    var found = new ArrayList<Path>();
    for (String folder : FOLDERS) {
      Path directory = checkout.resolve(folder);
      if (!Files.isDirectory(directory)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(directory)) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
      }
    }
    return found;
  }
}
