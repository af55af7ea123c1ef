package io.quorate.lab.tools;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Version that a program reports of itself. */
final class ProgramVersion {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * The program's version line, always the first match: later lines tell of Go, the API or the web
   * UI. The programs of Kubernetes call themselves Kubernetes, and CoreDNS has a hyphen there.
   */
  private static final Pattern VERSION =
      Pattern.compile("(?i)\\b(?:(?:version|kubernetes)\\s*:?\\s+v?|coredns-)(\\d\\S*)");

  private ProgramVersion() {}

  /**
   * Checks all programs of a tool in a folder.
   *
   * @throws NotHere when a program is of another version, or does not run
   */
  static void check(Tool tool, Path folder) throws NotHere, InterruptedException {
    for (String program : tool.programs()) {
      String version = of(folder.resolve(program));
      if (!version.equals(tool.version())) {
        throw new NotHere(folder.resolve(program) + " is " + version + ", not " + tool.version());
      }
    }
  }

  private static String of(Path program) throws NotHere, InterruptedException {
    try {
      return in(Command.of(question(program)).run(LIMIT).output());
    } catch (IOException failure) {
      throw new NotHere(String.valueOf(failure.getMessage()));
    }
  }

  private static List<String> question(Path program) {
    return switch (String.valueOf(program.getFileName())) {
      case "etcdctl", "etcdutl" -> List.of(program.toString(), "version");
      case "kubectl" -> List.of(program.toString(), "version", "--client");
      case "helm" -> List.of(program.toString(), "version", "--template", "version: {{.Version}}");
      default -> List.of(program.toString(), "--version");
    };
  }

  static String in(String output) {
    var version = VERSION.matcher(output);
    return version.find() ? ofTheMakers(version.group(1)) : "of an unknown version";
  }

  /** Returns the version without the word by which Debian says that it left files out. */
  private static String ofTheMakers(String version) {
    return version.endsWith("+ds") ? version.substring(0, version.length() - 3) : version;
  }
}
