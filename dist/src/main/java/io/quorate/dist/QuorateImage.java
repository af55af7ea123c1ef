package io.quorate.dist;

import io.quorate.lab.image.ImageArchive;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The image of worker, gateway and command line: the unpacked package, and of the machine that
 * builds the image the libraries that Java is linked to, the libraries of glibc. It has no shell
 * and runs as a user of its own; nothing but {@code /tmp} has to be writable.
 *
 * @param tree the unpacked package
 * @param sources this module's folder
 */
record QuorateImage(Path tree, Path sources) {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String HOME = "/usr/lib/quorate";

  /** As in the image of docker-compose.yml: volumes and keys can be given to that number. */
  private static final String USER = "10001";

  void write(String name, Path archive) throws IOException, InterruptedException {
    Path folder = archive.resolveSibling(archive.getFileName() + ".tree");
    Folders.delete(folder);
    var image = ImageArchive.in(folder);
    image.addFolder(HOME.substring(1), tree);
    Folders.delete(folder.resolve(HOME.substring(1)).resolve("bin"));
    image.addText(HOME.substring(1) + "/quorate", words());
    image.addText("etc/passwd", "quorate:x:%1$s:%1$s::/var/lib/quorate:\n".formatted(USER));
    image.addText("etc/group", "quorate:x:%s:\n".formatted(USER));
    image.write(
        name,
        Map.of(
            "Entrypoint", List.of("java", "@" + HOME + "/quorate"),
            "Cmd", List.of("serve"),
            "Env", List.of("PATH=" + HOME + "/runtime/bin"),
            "User", USER + ":" + USER,
            // So that a person can type: kubectl exec POD -- java @quorate status CLUSTER
            "WorkingDir", HOME),
        archive);
  }

  /** The words by which Java becomes the product, as a file of arguments of {@code java}. */
  private String words() throws IOException, InterruptedException {
    String options =
        Command.of("bash", "-c", ". ./launch.sh; printf '%s\\n' \"${common[@]}\" \"${staying[@]}\"")
            .in(sources)
            .outputWithin(LIMIT);
    String jars =
        Files.readAllLines(tree.resolve("lib/class.path")).stream()
            .map(jar -> HOME + "/lib/" + jar)
            .collect(Collectors.joining(":"));
    return options + "-XX:-UsePerfData\n-cp\n" + jars + "\nio.quorate.worker.Main\n";
  }
}
