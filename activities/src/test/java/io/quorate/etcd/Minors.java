package io.quorate.etcd;

import io.quorate.lab.tools.EtcdRelease;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import java.util.ArrayList;
import java.util.List;

/**
 * The minors of etcd that can be had here. With {@code CI=true} one that is missing is a failure.
 * {@code -Detcd.minors=3.6} runs the tests on these alone, separated by commas.
 */
public final class Minors {
  private Minors() {}

  /** All that the tests run on, oldest first. */
  public static List<ToolFolder> all() throws InterruptedException {
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    List<ToolFolder> found = new ArrayList<>();
    List<EtcdRelease> known = wanted();
    for (EtcdRelease release : known) {
      try {
        found.add(tools.find(Tool.etcd(release.minor())));
      } catch (ToolMissingException missing) {
        if (Boolean.parseBoolean(System.getenv("CI"))) {
          throw missing;
        }
        System.err.println("skipped: etcd " + release.minor() + ": " + missing.getMessage());
      }
    }
    System.err.println(found.size() + " of " + known.size() + " minors of etcd are tested");
    return found;
  }

  /**
   * The oldest and the newest of them, for tests that take long; all in the profile fault-matrix.
   */
  public static List<ToolFolder> oldestAndNewest() throws InterruptedException {
    List<ToolFolder> all = all();
    return "all".equals(System.getProperty("quorate.faultMatrix")) || all.size() < 2
        ? all
        : List.of(all.getFirst(), all.getLast());
  }

  /** 3.6 alone, for tests that take long and differ little; all in the profile fault-matrix. */
  public static List<ToolFolder> usual() throws InterruptedException {
    return all().stream()
        .filter(
            etcd ->
                "all".equals(System.getProperty("quorate.faultMatrix"))
                    || etcd.tool().minor().equals("3.6"))
        .toList();
  }

  private static List<EtcdRelease> wanted() {
    List<String> minors = List.of(System.getProperty("etcd.minors", "").split(","));
    return EtcdRelease.known().stream()
        .filter(release -> minors.contains("") || minors.contains(release.minor()))
        .toList();
  }
}
