package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Await;
import io.quorate.lab.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A lab that stays up until a file is removed, for work by hand. What a killed one left in the same
 * folder is ended first.
 */
final class KeptKubernetesLab {
  private static final Duration LONGEST = Duration.ofHours(8);

  private KeptKubernetesLab() {}

  /**
   * Starts the lab.
   *
   * @param words a folder for it, and the releases of etcd that it gets: 3.6 and 3.7 without any
   */
  public static void main(String... words) throws Exception {
    var whyNot = KubernetesLab.whyNot();
    if (words.length == 0 || whyNot.isPresent()) {
      System.err.println(whyNot.orElse("usage: KeptKubernetesLab FOLDER [RELEASE..]"));
      System.exit(2);
    }
    Path folder = Path.of(words[0]).toAbsolutePath();
    List<String> releases = new ArrayList<>(List.of(words).subList(1, words.length));
    if (releases.isEmpty()) {
      releases.addAll(List.of("3.6", "3.7"));
    }
    KubernetesLab.endLeft(folder);
    var tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    try (var lab = KubernetesLab.start(folder, tools, releases, System.err::println)) {
      Path kept = Files.createFile(folder.resolve("remove-this-to-end-the-lab"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder)));
      System.out.println("export KUBECONFIG=" + lab.kubeconfig());
      System.out.println("to end it: rm " + kept);
      Await.until("the end of the lab", LONGEST, Duration.ofSeconds(1), () -> !Files.exists(kept));
    }
  }

  private static void end(Path folder) {
    try {
      KubernetesLab.endLeft(folder);
    } catch (IOException | InterruptedException failed) {
      System.err.println(folder + " is left: " + failed);
    }
  }
}
