package io.quorate.lab.tools;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tools of one machine, found or made on demand. The package documentation lists the places and
 * their order.
 *
 * <p>Finding takes milliseconds; making takes seconds to minutes, once per machine. Several
 * processes may look for one tool at once: one makes it, the others wait.
 */
public final class Tools {

  private final List<ToolSource> sources;
  private final ToolCache cache;
  private final List<ToolMaker> makers;
  private final StillWorking still;

  Tools(List<ToolSource> sources, ToolCache cache, List<ToolMaker> makers, StillWorking still) {
    this.sources = List.copyOf(sources);
    this.cache = cache;
    this.makers = List.copyOf(makers);
    this.still = still;
  }

  /**
   * Returns the tools of this machine, with all sources and ways of making them.
   *
   * @param environment supplies QUORATE_TOOLS, XDG_CACHE_HOME, HOME and PATH
   * @param progress gets a line for each failed attempt and for all that takes long
   */
  public static Tools ofThisMachine(Map<String, String> environment, Consumer<String> progress) {
    var cache = new ToolCache(cacheFolder(environment), progress);
    var sources = new ArrayList<ToolSource>();
    Optional.ofNullable(environment.get("QUORATE_TOOLS"))
        .filter(folder -> !folder.isEmpty())
        .ifPresent(folder -> sources.add(new GivenFolder("$QUORATE_TOOLS", Path.of(folder))));
    sources.add(cache);
    sources.add(SearchPath.of(environment.getOrDefault("PATH", "")));
    List<ToolMaker> makers =
        List.of(
            OfficialArchive.ofTheMakers(platform(), progress),
            new GoModule(progress),
            new DebianPackage(progress));
    return new Tools(sources, cache, makers, new StillWorking(progress, StillWorking.USUAL));
  }

  /**
   * Finds a tool, or makes it.
   *
   * @throws ToolMissingException when that is impossible; the message says what to install
   */
  public ToolFolder find(Tool tool) throws InterruptedException {
    var reasons = new ArrayList<String>();
    var found = found(tool, reasons);
    if (found.isPresent()) {
      return found.get();
    }
    return madeAlone(tool, reasons)
        .orElseThrow(() -> new ToolMissingException(tool, reasons, whatToDo(tool)));
  }

  /** Returns a tool that some source has; empty otherwise. Makes nothing. */
  public Optional<ToolFolder> present(Tool tool) throws InterruptedException {
    for (ToolSource source : sources) {
      try {
        return Optional.of(source.find(tool));
      } catch (NotHere elsewhere) {
        continue;
      }
    }
    return Optional.empty();
  }

  private Optional<ToolFolder> found(Tool tool, List<String> reasons) throws InterruptedException {
    for (ToolSource source : sources) {
      try {
        return Optional.of(source.find(tool));
      } catch (NotHere reason) {
        note(tool, reason, reasons);
      }
    }
    return Optional.empty();
  }

  private Optional<ToolFolder> madeAlone(Tool tool, List<String> reasons)
      throws InterruptedException {
    try {
      return cache.alone(tool, () -> made(tool, reasons));
    } catch (NotHere unusableCache) {
      note(tool, unusableCache, reasons);
      return Optional.empty();
    }
  }

  private Optional<ToolFolder> made(Tool tool, List<String> reasons) throws InterruptedException {
    var byAnother = madeByAnother(tool);
    if (byAnother.isPresent()) {
      return byAnother;
    }
    for (ToolMaker maker : makers) {
      long start = System.nanoTime();
      try {
        var made = still.during(tool + ": " + maker.way(), () -> cache.keep(tool, maker));
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        still.progress().accept(tool + ": made in " + seconds + " s, kept in " + made.folder());
        return Optional.of(made);
      } catch (NotHere reason) {
        note(tool, reason, reasons);
      }
    }
    return Optional.empty();
  }

  /** Returns the tool if another process made it during the wait for the lock. */
  private Optional<ToolFolder> madeByAnother(Tool tool) {
    try {
      return Optional.of(cache.find(tool));
    } catch (NotHere stillMissing) {
      return Optional.empty();
    }
  }

  private void note(Tool tool, NotHere reason, List<String> reasons) {
    reasons.add(reason.because());
    still.progress().accept(tool + ": " + reason.because());
  }

  private String whatToDo(Tool tool) {
    return "Either "
        + otherWay(tool)
        + "; or put "
        + String.join(", ", tool.programs())
        + " into "
        + cache.root().resolve(tool.folderName())
        + " or $QUORATE_TOOLS/"
        + tool.folderName()
        + ".";
  }

  private static String otherWay(Tool tool) {
    if (!tool.isPinned()) {
      return "take " + Tool.etcd(tool.minor()) + ", which can be built here";
    }
    return tool.isOfDebian()
        ? "use Debian 12, whose packages have it"
        : "install Go 1.26 or newer, see that go is on PATH, and run this again (what go has built"
            + " is kept)";
  }

  static Path cacheFolder(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    String given = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The XDG Base Directory Specification: a relative path is to be ignored.
    Path caches = given.startsWith("/") ? Path.of(given) : Path.of(home, ".cache");
    return caches.resolve("quorate").resolve("tools");
  }

  static String platform() {
    String processor = System.getProperty("os.arch");
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return system + "-" + (processor.equals("aarch64") ? "arm64" : processor);
  }
}
