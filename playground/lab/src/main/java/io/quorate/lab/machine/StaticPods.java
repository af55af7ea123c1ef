package io.quorate.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kubelet with containerd on this machine, without an API server, and three members of etcd
 * {@code cp1} to {@code cp3} as its static pods. They are in a network that no packet can leave;
 * programs that have to reach them run {@link #within} it. Needs root, containerd, runc and Go.
 *
 * @param folder holds everything
 */
public record StaticPods(Path folder) implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /**
   * A release of etcd as a folder, which becomes an image {@code registry.k8s.io/etcd:VERSION-0}.
   */
  public record Release(Path folder, String version) {
    /** The name of the image. */
    public String image() {
      return "registry.k8s.io/etcd:" + version + "-0";
    }
  }

  /** Why none can be run here; empty where that can be tried. */
  public static Optional<String> whyNot() {
    if (!System.getProperty("user.name", "").equals("root")) {
      return Optional.of("a kubelet needs root");
    }
    return List.of("/usr/bin/containerd", "/usr/sbin/runc").stream()
        .filter(program -> !Files.isExecutable(Path.of(program)))
        .findFirst()
        .map(program -> "a kubelet needs " + program + "; install containerd and runc");
  }

  /**
   * Starts the kubelet and gives it the manifests of the first release.
   *
   * @param folder must not be there, and is deleted in the end
   * @param kubelet the program
   */
  public static StaticPods up(Path folder, Path kubelet, Release release, Release newer)
      throws IOException, InterruptedException {
    var pods = new StaticPods(folder);
    try (InputStream text = StaticPods.class.getResourceAsStream("kubelet.sh")) {
      Files.write(pods.script(), text == null ? new byte[0] : text.readAllBytes());
    }
    try {
      pods.script(
          "up",
          kubelet.toString(),
          release.folder().toString(),
          release.version(),
          newer.folder().toString(),
          newer.version());
    } catch (IOException failed) {
      pods.close();
      throw failed;
    }
    return pods;
  }

  /** The program as it runs where the members can be reached. */
  public Command within(List<String> words) {
    var all = new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + name(), "--"));
    all.addAll(words);
    return Command.of(all);
  }

  /** Ends the kubelet, and leaves its containers running. */
  public void stopKubelet() throws IOException, InterruptedException {
    script("kubelet-stop");
  }

  /** Starts the kubelet again. */
  public void startKubelet() throws IOException, InterruptedException {
    script("kubelet-start");
  }

  /** The manifest of a member, where the kubelet reads it. */
  public Path manifest(int member) {
    return folder.resolve("kubernetes/manifests/etcd-cp" + member + ".yaml");
  }

  /** The manifest of a member that is held. */
  public Path held(int member) {
    return folder.resolve("kubernetes/quorate-held/etcd-cp" + member + ".yaml");
  }

  /** The data directory of a member. */
  public Path data(int member) {
    return folder.resolve("etcd-cp" + member);
  }

  /** Ends and removes all of it. */
  @Override
  public void close() throws IOException, InterruptedException {
    script("down");
    Files.deleteIfExists(script());
  }

  private void script(String... arguments) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("sh", script().toString()));
    words.addAll(List.of(arguments));
    Command.Finished finished =
        Command.of(words)
            .with("KUBELET_LAB", folder.toString())
            .with("KUBELET_NAME", name())
            .run(LIMIT);
    if (!finished.succeeded()) {
      throw new IOException("kubelet.sh " + List.of(arguments) + ": " + finished.lastLine());
    }
  }

  private Path script() {
    return folder.resolveSibling(folder.getFileName() + "-kubelet.sh");
  }

  /** Another one for every lab. */
  private String name() {
    return "qk" + Integer.toUnsignedString(folder.hashCode(), 36);
  }
}
