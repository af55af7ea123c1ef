package io.quorate.worker;

import io.quorate.command.GlobalOptions;
import io.quorate.command.Quorate;
import io.quorate.command.Terminal;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Entry point of {@code ./quorate}. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(new Quorate(terminal(), new ProcessWiring()).run(arguments));
  }

  /**
   * Runs a verb, with a playground from a module that sees this one.
   *
   * @param playground makes the verb {@code playground}
   */
  public static void runWith(
      Function<GlobalOptions, Callable<Integer>> playground, String[] arguments) {
    System.exit(new Quorate(terminal(), new ProcessWiring(), playground).run(arguments));
  }

  private static Terminal terminal() {
    return new Terminal(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        terminals(),
        System.getenv(),
        Instant::now,
        Thread::sleep,
        Main::typed);
  }

  /**
   * A writer in UTF-8 whatever the locale, because other encodings lack the marks and dots of the
   * product.
   */
  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  /** The next line that is typed; empty at the end of the input. */
  private static Optional<String> typed() {
    try {
      return Optional.ofNullable(
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * Which streams are terminals. Newer JDKs have a console even where the output goes to a file, so
   * the system is asked.
   */
  private static Set<Terminal.Stream> terminals() {
    Set<Terminal.Stream> terminals = EnumSet.noneOf(Terminal.Stream.class);
    if (isTerminal("/proc/self/fd/0")) {
      terminals.add(Terminal.Stream.IN);
    }
    if (isTerminal("/proc/self/fd/1")) {
      terminals.add(Terminal.Stream.OUT);
    }
    if (isTerminal("/proc/self/fd/2")) {
      terminals.add(Terminal.Stream.ERR);
    }
    return terminals;
  }

  private static boolean isTerminal(String descriptor) {
    try {
      String file = Files.readSymbolicLink(Path.of(descriptor)).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return false;
    }
  }
}
