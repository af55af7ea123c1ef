package io.quorate.lab.junit;

import static org.junit.jupiter.api.Assumptions.abort;

import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The real servers that tests run against, built on first use.
 *
 * <p>With CI=true a missing server fails the test. Elsewhere the test is skipped, and the number of
 * skipped tests so far is printed, so that an incomplete run is not taken for a complete one. A
 * program that the build cannot make by itself skips the test everywhere.
 */
public final class ToolsForTests {

  private static final AtomicInteger SKIPPED = new AtomicInteger();

  private ToolsForTests() {}

  /** Returns etcd of a minor, as in 3.6, or of an exact version. */
  public static ToolFolder etcd(String version) throws InterruptedException {
    return found(Tool.etcd(version));
  }

  public static ToolFolder temporal() throws InterruptedException {
    return found(Tool.temporal());
  }

  /** Returns the S3 server. */
  public static ToolFolder versitygw() throws InterruptedException {
    return found(Tool.versitygw());
  }

  /** Returns Alertmanager. */
  public static ToolFolder alertmanager() throws InterruptedException {
    return found(Tool.alertmanager());
  }

  /** Returns Helm. */
  public static ToolFolder helm() throws InterruptedException {
    return found(Tool.helm());
  }

  /**
   * Returns a program that a package of the system has installed. Nothing makes it: a browser is
   * too large to be kept once more.
   *
   * @param debian the package of Debian that has the program
   */
  public static Path installed(String program, String debian) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseGet(() -> skip(program + ": apt-get install --no-install-recommends " + debian));
  }

  /** Returns Prometheus, with promtool; the build cannot make it. */
  public static ToolFolder prometheus() throws InterruptedException {
    try {
      return Tools.ofThisMachine(System.getenv(), System.out::println).find(Tool.prometheus());
    } catch (ToolMissingException missing) {
      return skip(Tool.prometheus() + ": " + missing.getMessage());
    }
  }

  private static ToolFolder found(Tool tool) throws InterruptedException {
    try {
      return Tools.ofThisMachine(System.getenv(), System.out::println).find(tool);
    } catch (ToolMissingException missing) {
      if ("true".equals(System.getenv("CI"))) {
        throw missing;
      }
      return skip(tool.toString());
    }
  }

  private static <T> T skip(String tool) {
    String sentence = "skipped for want of " + tool;
    System.out.println(sentence + ", " + SKIPPED.incrementAndGet() + " in all so far");
    return abort(sentence);
  }
}
