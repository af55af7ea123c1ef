package io.quorate.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Booted machines with systemd and sshd, each with a network, a disk and processes of its own, that
 * no packet can leave. Programs that have to reach them run {@link #within} their network. Needs
 * root, and Debian's packages the first time (a minute, 330 MB).
 *
 * @param folder holds their disks, the key to log in with and their host keys
 */
public record Machines(Path folder) implements AutoCloseable {
  private static final Duration BOOT = Duration.ofMinutes(8);
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String SUBNET = "10.77.0";

  /** Why none can be booted here; empty where that can be tried. */
  public static Optional<String> whyNot() {
    if (!System.getProperty("user.name", "").equals("root")) {
      return Optional.of("machines with systemd need root");
    }
    if (!Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
      return Optional.of(
          "machines with systemd are made of Debian's packages, and apt is not here");
    }
    return Files.isDirectory(Path.of("/sys/fs/cgroup"))
        ? Optional.empty()
        : Optional.of("machines with systemd need control groups");
  }

  /**
   * Installs what booting needs, and makes the tree of all machines, once on this machine.
   *
   * @param folder of machines that are booted later
   * @return why that was not possible; empty where all is there
   */
  public static Optional<String> prepare(Path folder) throws IOException, InterruptedException {
    var machines = new Machines(folder);
    machines.writeScripts();
    try {
      machines.script(BOOT, "hosts.sh", "root");
      return Optional.empty();
    } catch (IOException failed) {
      return Optional.of("machines with systemd cannot be made here: " + failed.getMessage());
    }
  }

  /**
   * Boots machines {@code h1} and so on.
   *
   * @param folder must not be there, and is deleted in the end
   * @param releases folders with etcd by version, which they see as {@code /opt/etcd/VERSION}
   */
  public static Machines boot(int count, Path folder, Map<String, Path> releases)
      throws IOException, InterruptedException {
    var machines = new Machines(folder);
    machines.writeScripts();
    try {
      List<String> up = new ArrayList<>(List.of("up", Integer.toString(count)));
      releases.forEach(
          (version, release) -> up.add("--bind-ro=" + release + ":/opt/etcd/" + version));
      machines.script(BOOT, "hosts.sh", up.toArray(String[]::new));
    } catch (IOException failed) {
      machines.close();
      throw failed;
    }
    return machines;
  }

  /**
   * Ends what a process that was killed has left of its machines in this folder, if there is any.
   */
  public static boolean endLeft(Path folder) throws IOException, InterruptedException {
    boolean left = Files.isDirectory(folder);
    if (left) {
      var machines = new Machines(folder);
      machines.writeScripts();
      machines.close();
    }
    return left;
  }

  /** Starts a cluster of members {@code h1} and so on, each the unit {@code etcd.service}. */
  public void startEtcd(int count, String version) throws IOException, InterruptedException {
    script(LIMIT, "etcd.sh", Integer.toString(count), version);
  }

  /** Returns a command that runs the program where the machines can be reached. */
  public Command within(List<String> words) {
    var all = new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + name(), "--"));
    all.addAll(words);
    return Command.of(all);
  }

  /** Runs a line of shell as root on a machine, and returns what it prints. */
  public String on(int machine, String line) throws IOException, InterruptedException {
    return on(machine, line, LIMIT);
  }

  /** Runs a line of shell as {@link #on(int, String)} does, with another limit than a minute. */
  public String on(int machine, String line, Duration limit)
      throws IOException, InterruptedException {
    return script(limit, "hosts.sh", "ssh", Integer.toString(machine), line);
  }

  /** Returns the root directory of a machine that is booted, as this machine sees the directory. */
  public Path root(int machine) {
    return folder.resolve("h" + machine).resolve("mnt");
  }

  /**
   * Returns the ids that systemd gave the present runs of etcd on these machines. Each start gets a
   * new id.
   */
  public Set<String> runs(int... machines) throws IOException, InterruptedException {
    Set<String> runs = new HashSet<>();
    for (int machine : machines) {
      runs.add(on(machine, "systemctl show -P InvocationID etcd").strip());
    }
    return runs;
  }

  /**
   * Sets a machine up for a member that nobody has started there: as the machine of another one,
   * with the same release of etcd.
   *
   * @param like the number of the other one's machine, whose name has it too
   */
  public void setUp(int machine, String member, int like) throws IOException, InterruptedException {
    String unit = on(like, "cat /etc/systemd/system/etcd.service").strip();
    String settings = on(like, "cat /etc/etcd/h%d.env".formatted(like)).strip();
    String binary = on(like, "readlink /opt/etcd/h%d/etcd".formatted(like)).strip();
    on(
        machine,
        """
        mkdir -p /etc/etcd /opt/etcd/%1$s
        ln -sfn %4$s /opt/etcd/%1$s/etcd
        cat >/etc/systemd/system/etcd.service <<'E'
        %2$s
        E
        cat >/etc/etcd/%1$s.env <<'E'
        %3$s
        E
        systemctl daemon-reload
        """
            .formatted(
                member,
                unit.replace("h" + like, member),
                settings.replace("h" + like, member).replace(address(like), address(machine)),
                binary));
  }

  /** Cuts the power of a machine; all that runs there ends at once, and its disk stays. */
  public void powerOff(int machine) throws IOException, InterruptedException {
    script(LIMIT, "hosts.sh", "off", Integer.toString(machine));
  }

  /** Cuts the power of a machine, whose disks are gone with it. */
  public void lose(int machine) throws IOException, InterruptedException {
    script(LIMIT, "hosts.sh", "lose", Integer.toString(machine));
  }

  /**
   * Gives a machine new host keys, as one has that was installed anew, and cuts off the sessions of
   * ops. {@link #knownHosts} has the new key.
   */
  public void newHostKeys(int machine) throws IOException, InterruptedException {
    script(LIMIT, "hosts.sh", "rekey", Integer.toString(machine));
  }

  /** Boots a machine again from its disk. */
  public void powerOn(int machine) throws IOException, InterruptedException {
    script(LIMIT, "hosts.sh", "on", Integer.toString(machine));
  }

  /** The key to log in with. */
  public Path identity() {
    return folder.resolve("id");
  }

  /** The host keys of all machines. */
  public Path knownHosts() {
    return folder.resolve("known_hosts");
  }

  /** The address of a machine. */
  public String address(int machine) {
    return SUBNET + "." + (10 + machine);
  }

  /** Ends and removes all of them. */
  @Override
  public void close() throws IOException, InterruptedException {
    script(LIMIT, "hosts.sh", "down");
    Folders.delete(scripts());
  }

  private void writeScripts() throws IOException {
    Files.createDirectories(scripts());
    for (String name : List.of("hosts.sh", "etcd.sh")) {
      try (InputStream text = Machines.class.getResourceAsStream(name)) {
        Path script = scripts().resolve(name);
        Files.write(script, text == null ? new byte[0] : text.readAllBytes());
        script.toFile().setExecutable(true);
      }
    }
  }

  private String script(Duration limit, String script, String... arguments)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(scripts().resolve(script).toString()));
    words.addAll(List.of(arguments));
    Command.Finished finished =
        Command.of(words)
            .with("HOSTS_LAB", folder.toString())
            .with("HOSTS_NAME", name())
            .with("HOSTS_SUBNET", SUBNET)
            .run(limit);
    if (!finished.succeeded()) {
      throw new IOException(script + " " + List.of(arguments) + ": " + finished.lastLine());
    }
    return finished.output();
  }

  private Path scripts() {
    return folder.resolveSibling(folder.getFileName() + "-scripts");
  }

  /** Short, because interfaces are called after it, and another one for every lab. */
  private String name() {
    return "q" + Integer.toUnsignedString(folder.hashCode(), 36);
  }
}
