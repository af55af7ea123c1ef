package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.port.Adoption;
import io.quorate.shell.LocalHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningEtcdTest {
  @Test
  void severalEtcdOnAMachineAreToldApart() {
    List<RunningEtcd> found =
        RunningEtcd.of(
            "h1",
            """
            etcd=86
            name=h1
            data=/var/lib/etcd/h1
            peer=http://10.0.0.1:2380,http://h1:2380
            client=http://10.0.0.1:2379
            ca=
            unit=etcd.service
            environment=/etc/default/etcd
            environment=/etc/etcd/h1.env
            binary=/opt/etcd/h1/etcd
            binary=/opt/etcd/3.6.16/etcd
            etcd=99
            name=
            binary=/usr/bin/etcd
            """);

    assertThat(found).hasSize(2);
    assertThat(found.getFirst())
        .isEqualTo(
            new RunningEtcd(
                "86",
                Optional.empty(),
                Optional.of("h1"),
                Optional.of("/var/lib/etcd/h1"),
                Optional.of("http://10.0.0.1:2380"),
                Optional.of("http://10.0.0.1:2379"),
                Optional.of("etcd.service"),
                Optional.empty(),
                Optional.of("/etc/etcd/h1.env"),
                Optional.of("/opt/etcd/h1/etcd"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    assertThat(found.getLast().name()).isEmpty();
    assertThat(found.getLast().unit()).isEmpty();
  }

  /**
   * Fedora's unit starts etcd through a shell, and a pattern names no file that could be edited.
   */
  @Test
  void theProgramBehindAShellIsTheBinary() {
    RunningEtcd found =
        one(
            """
            etcd=86
            name=h1
            unit=etcd.service
            environment=/etc/etcd/etcd.conf
            environment=/etc/etcd/more/*.conf
            unit-command=/bin/bash -c GOMAXPROCS=$(nproc) /usr/bin/etcd
            argument=/usr/bin/etcd
            binary=/usr/bin/etcd
            """);

    assertThat(found.binary()).contains("/usr/bin/etcd");
    assertThat(found.environmentFile()).contains("/etc/etcd/etcd.conf");
    assertThat(found.adoption()).isEmpty();
  }

  @Test
  void flagsBecomeVariablesOfAFileThatADropInReads() {
    Adoption files =
        one("""
        etcd=86
        name=h1
        unit=etcd.service
        unit-command=/usr/local/bin/etcd --name h1 --initial-cluster=h1=http://10.0.0.1:2380
        argument=/usr/local/bin/etcd
        argument=--name
        argument=h1
        argument=--initial-cluster=h1=http://10.0.0.1:2380
        argument=--auto-tls
        argument=--cors=a b
        """)
            .adoption()
            .orElseThrow();

    assertThat(files.settings())
        .contains("ETCD_NAME=h1\n", "ETCD_INITIAL_CLUSTER=h1=http://10.0.0.1:2380\n")
        .contains("ETCD_AUTO_TLS=true\n", "ETCD_CORS=\"a b\"\n");
    assertThat(files.unitText())
        .contains("EnvironmentFile=/etc/etcd/h1.env\nExecStart=\nExecStart=/usr/local/bin/etcd\n");
  }

  @Test
  void aFlagThatAStartWritesNeedsTheFilesAlsoBesideAFile() {
    String etcd = "etcd=1\nname=h1\nunit=a.service\nenvironment=/e\nunit-command=/etcd\nargument=";

    assertThat(one(etcd + "--name=h1\n").adoption()).isEmpty();
    assertThat(one(etcd + "--initial-cluster-state=new\n").adoption()).isPresent();
    assertThat(one(etcd + "--config-file=/y\nsettings-file=/y\n").settingsFile()).contains("/y");
  }

  /**
   * etcd reads no flag and no variable beside a settings file, so the variables come from the file
   * only.
   */
  @Test
  void aSettingsFileBecomesVariablesToo() {
    String etcd =
        "etcd=1\nname=h1\nunit=a.service\nenvironment=/e\nunit-command=/etcd --config-file /y\n"
            + "argument=/etcd\nargument=--config-file=/y\nargument=--max-wals=9\n"
            + "settings-file=/y\n";

    Adoption files =
        one(etcd + "settings-bytes=" + base64("name: h1\ninitial-cluster-state: new\n") + "\n")
            .adoption()
            .orElseThrow();
    assertThat(files.environmentFile()).isEqualTo("/etc/etcd/h1.env");
    assertThat(files.settings())
        .isEqualTo(
            "# The settings of /y, which a.service reads, as quorate init found them.\n"
                + "ETCD_INITIAL_CLUSTER_STATE=new\nETCD_NAME=h1\n");
    assertThat(files.unitText())
        .contains("take away ETCD_CONFIG_FILE")
        .endsWith("EnvironmentFile=/etc/etcd/h1.env\nExecStart=\nExecStart=/etcd\n");

    assertThat(one(etcd + "settings-bytes=" + base64("unknown: {a: b}\n") + "\n").adoption())
        .isEmpty();
    assertThat(one(etcd).adoption()).as("it could not be read").isEmpty();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RunningEtcd one(String output) {
    return RunningEtcd.of("this machine", output).getFirst();
  }

  @Test
  void theSearchOnThisMachineEndsWithoutFailure() {
    assertThat(RunningEtcd.on(new LocalHost())).isNotNull();
  }

  /** The process can write any path into its command line, so the rights of the process count. */
  @Test
  void aSettingsFileIsReadWithTheRightsOfTheProcessThatNamesIt(@TempDir Path folder)
      throws Exception {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    permit(folder, "rwxr-xr-x");
    Path file = Files.writeString(folder.resolve("settings.yml"), "name: of-a-file\n");
    Process process = startAsNobody(folder, file);
    try {
      permit(file, "rw-------");
      assertThat(named(process)).isEmpty();
      permit(file, "rw-r--r--");
      assertThat(named(process)).contains("of-a-file");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static Optional<String> named(Process process) {
    return RunningEtcd.on(new LocalHost()).stream()
        .filter(one -> one.pid().equals(String.valueOf(process.pid())))
        .findFirst()
        .orElseThrow()
        .name();
  }

  /** Starts a process with the name etcd, as an unprivileged user. */
  private static Process startAsNobody(Path folder, Path settings) throws Exception {
    Path program = Files.copy(Path.of("/bin/sh"), folder.resolve("etcd"));
    permit(program, "rwxr-xr-x");
    var words = List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");
    var command = new ArrayList<>(words);
    command.addAll(List.of(program.toString(), "-c", "read line", "etcd"));
    command.add("--config-file=" + settings);
    Process started = new ProcessBuilder(command).directory(folder.toFile()).start();
    Path comm = Path.of("/proc/" + started.pid() + "/comm");
    Instant end = Instant.now().plusSeconds(10);
    while (!Files.readString(comm, StandardCharsets.UTF_8).equals("etcd\n")) {
      assertThat(Instant.now()).isBefore(end);
      Thread.onSpinWait();
    }
    return started;
  }
}
