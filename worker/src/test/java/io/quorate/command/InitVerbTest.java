package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.port.Adoption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code quorate init}: a configuration that loads, from what runs. */
class InitVerbTest {
  private static final Optional<String> SETTINGS = Optional.of("/etc/etcd/etcd.yml");
  private static final Optional<Adoption> ADOPTION =
      Optional.of(
          new Adoption(
              "/etc/etcd/h1.env",
              "ETCD_NAME=h1\n",
              "/etc/systemd/system/etcd.service.d/quorate-settings.conf",
              "[Service]\n"));

  @TempDir private Path directory;
  private Path file;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    file = directory.resolve("new.yml");
    desk = new Desk(directory);
    desk.found.put("10.0.0.1", List.of(member("10.0.0.1", "h1")));
    desk.found.put("10.0.0.2", List.of(member("10.0.0.2", "h2")));
  }

  @Test
  void equalSettingsOfAllMembersBecomeDefaultsAndTheFileLoads() throws IOException {
    assertThat(init("root@10.0.0.1,root@10.0.0.2")).isZero();

    String text = Files.readString(file);
    assertThat(text)
        .contains("dataDirectory: \"/var/lib/etcd/{name}\"")
        .contains("service: {systemd: \"etcd.service\"}")
        .contains("host: {ssh: {address: \"10.0.0.2\"}}")
        .containsOnlyOnce("binary:");
    Configuration read =
        ConfigurationFile.read(file, text, new Environment(Map.of(), path -> true));
    OnHost second =
        (OnHost)
            read.cluster(new ClusterKey("payments"))
                .orElseThrow()
                .members()
                .lastEntry()
                .getValue()
                .platform();
    assertThat(second.dataDirectory()).isEqualTo(Path.of("/var/lib/etcd/h2"));
    assertThat(second.service()).isEqualTo(new ServiceSettings.Systemd("etcd.service"));
    assertThat(desk.out()).contains("is written, with 2 members");
  }

  @Test
  void anEtcdOfKubeadmIsWrittenAsTheStaticPodItIs() throws IOException {
    String manifest = "/etc/kubernetes/manifests/etcd.yaml";
    desk.found.put("10.0.0.1", List.of(pod("10.0.0.1", "cp1", manifest)));
    desk.found.put("10.0.0.2", List.of(pod("10.0.0.2", "cp2", manifest)));

    assertThat(
            desk.type(
                "init",
                "payments",
                "--ssh=root@10.0.0.1,root@10.0.0.2",
                "--cacert=ca.crt",
                "--cert=client.crt",
                "--key=client.key",
                config()))
        .isZero();

    String text = Files.readString(file);
    assertThat(text)
        .doesNotContain("tls: {ca: CHANGE-ME")
        .contains("/client.crt\", key: \"")
        .contains("      service: {staticPod: \"" + manifest + "\"}")
        .contains("dataDirectory: \"/var/lib/etcd\"")
        .doesNotContain("environmentFile")
        .doesNotContain("binary");
    OnHost second =
        (OnHost)
            ConfigurationFile.read(file, text, new Environment(Map.of(), path -> true))
                .cluster(new ClusterKey("payments"))
                .orElseThrow()
                .members()
                .lastEntry()
                .getValue()
                .platform();
    assertThat(second.service()).isEqualTo(new ServiceSettings.StaticPod(Path.of(manifest)));
  }

  /** A script can tell whether somebody has to fill in places. */
  @Test
  void aFileWithPlacesToFillInEndsWithNotGood() {
    desk.found.put("10.0.0.2", List.of(pod("10.0.0.2", "cp2", "/etc/kubernetes/manifests/e.yaml")));

    assertThat(init("root@10.0.0.2")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(file).content().contains("tls: {ca: CHANGE-ME");
  }

  @Test
  void theMemberListFillsInTheNamesAndUrlsThatProcessesLack() throws IOException {
    desk.found.put("10.0.0.1", List.of(found("10.0.0.1", Optional.empty(), Optional.empty())));
    desk.found.put(
        "10.0.0.2",
        List.of(found("10.0.0.2", Optional.of("h2"), Optional.of("http://localhost:2380"))));
    desk.listed = List.of(entry(1, "h1", "10.0.0.1"), entry(2, "h2", "10.0.0.2"));

    assertThat(init("10.0.0.1,10.0.0.2")).isZero();

    assertThat(Files.readString(file))
        .contains("      h1:\n")
        .contains("peerUrl: \"http://10.0.0.1:2380\"")
        .contains("clientUrl: \"http://10.0.0.1:2379\"")
        .contains("peerUrl: \"http://10.0.0.2:2380\"")
        .doesNotContain("localhost");
  }

  @Test
  void aUnitOfFlagsGetsTheFilesWithWhichItCanBeOperated() throws IOException {
    desk.found.put("10.0.0.1", List.of(set(member("10.0.0.1", "h1"), Optional.empty(), ADOPTION)));

    assertThat(init("10.0.0.1")).isEqualTo(ExitCode.NOT_GOOD);

    assertThat(directory.resolve("adopt-h1/h1.env")).content().isEqualTo("ETCD_NAME=h1\n");
    assertThat(directory.resolve("adopt-h1/quorate-settings.conf")).exists();
    assertThat(desk.err())
        .contains("read the two files of adopt-h1, put them to /etc/etcd/h1.env and /etc");
    assertThat(file)
        .content()
        .contains("environmentFile: \"/etc/etcd/{name}.env\"")
        .doesNotContain("CHANGE-ME\"");
  }

  @Test
  void aSettingsFileIsNamedWithTheRemedy() {
    desk.found.put("10.0.0.1", List.of(set(member("10.0.0.1", "h1"), SETTINGS, Optional.empty())));

    assertThat(init("10.0.0.1")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(desk.err())
        .contains("h1: It has its settings from /etc/etcd/etcd.yml, which Quorate does not edit")
        .contains("write them as ETCD_ variables");
  }

  @Test
  void theSettingsFileOfAStaticPodBelongsIntoItsManifest() {
    FoundMember pod = pod("10.0.0.2", "cp2", "/etc/kubernetes/manifests/e.yaml");
    desk.found.put("10.0.0.2", List.of(set(pod, SETTINGS, Optional.empty())));

    assertThat(init("10.0.0.2")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(desk.err()).contains("write them as flags into /etc/kubernetes/manifests/e.yaml");
  }

  @Test
  void aSettingsFileGetsTheFilesWithItsVariables() {
    desk.found.put("10.0.0.1", List.of(set(member("10.0.0.1", "h1"), SETTINGS, ADOPTION)));

    assertThat(init("10.0.0.1")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(directory.resolve("adopt-h1/h1.env")).content().isEqualTo("ETCD_NAME=h1\n");
    assertThat(desk.err())
        .contains("h1: It has its settings from /etc/etcd/etcd.yml, which Quorate does not edit:")
        .contains("read the two files of adopt-h1, put them to /etc/etcd/h1.env and /etc")
        .doesNotContain("write them as ETCD_ variables");
  }

  private static MembershipEntry entry(long id, String name, String host) {
    return new MembershipEntry(
        new MemberId(id),
        name,
        false,
        List.of("http://" + host + ":2380"),
        List.of("http://" + host + ":2379"));
  }

  private static FoundMember found(String address, Optional<String> name, Optional<String> peer) {
    FoundMember known = member(address, "h");
    return new FoundMember(
        known.login(),
        name,
        Optional.of("/var/lib/etcd/default"),
        Optional.of("/etc/default/etcd"),
        Optional.of("/usr/bin/etcd"),
        known.unit(),
        Optional.empty(),
        peer,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "pid 12 of root");
  }

  /** Any user of a machine can call a process etcd, and state what should become YAML. */
  @Test
  @Tag("attack-34")
  void aProcessOfAStrangerIsACommentAndNoMember() throws IOException {
    FoundMember own = member("10.0.0.1", "h1");
    FoundMember stranger =
        new FoundMember(
            own.login(),
            Optional.of("evil"),
            Optional.of("/x\u0085      next: {host: {ssh: {address: evil.example}}}"),
            Optional.empty(),
            Optional.of("/home/mallory/etcd"),
            Optional.empty(),
            Optional.empty(),
            Optional.of("http://10.6.6.6:2380"),
            Optional.of("not a url"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "pid 666 of mallory");
    desk.found.put("10.0.0.1", List.of(own, stranger));
    assertThat(init("10.0.0.1")).isEqualTo(ExitCode.NOT_GOOD);
    String text = Files.readString(file);
    assertThat(text)
        .contains("      # pid 666 of mallory on 10.0.0.1 runs /home/mallory/etcd, and no unit")
        .doesNotContain("evil", "10.6.6.6", "\u0085");
    Configuration read =
        ConfigurationFile.read(file, text, new Environment(Map.of(), path -> true));
    assertThat(read.cluster(new ClusterKey("payments")).orElseThrow().members()).hasSize(1);
    assertThat(desk.err()).contains("pid 666 of mallory");
  }

  @Test
  void aPathFromAUnitCannotAddYaml() throws IOException {
    FoundMember own = member("10.0.0.1", "h1");
    desk.found.put(
        "10.0.0.1",
        List.of(
            new FoundMember(
                own.login(),
                own.name(),
                Optional.of("/var/lib/e\"tcd\\x: {a"),
                Optional.of("/etc/etcd\u2028binary: /evil"),
                own.binary(),
                own.unit(),
                own.manifest(),
                own.peerUrl(),
                own.clientUrl(),
                own.authority(),
                own.settingsFile(),
                own.adoption(),
                own.process())));
    init("10.0.0.1");
    OnHost member =
        (OnHost)
            ConfigurationFile.read(
                    file,
                    Files.readString(file).replace("\"CHANGE-ME\"", "\"/etc/etcd.env\""),
                    new Environment(Map.of(), path -> true))
                .cluster(new ClusterKey("payments"))
                .orElseThrow()
                .members()
                .lastEntry()
                .getValue()
                .platform();
    assertThat(member.dataDirectory()).isEqualTo(Path.of("/var/lib/e\"tcd\\x: {a"));
    assertThat(Files.readString(file)).contains("environmentFile: \"CHANGE-ME\"");
  }

  @Test
  void aMachineWithoutEtcdIsSaidAndTheOthersAreWritten() {
    assertThat(init("10.0.0.1,10.0.0.9")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(desk.err()).contains("no etcd runs on 10.0.0.9");
    assertThat(file).exists();
  }

  @Test
  void initOverwritesNoFileAndWritesNoneWithoutAMember() throws IOException {
    assertThat(init("10.0.0.9")).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(file).doesNotExist();

    Files.writeString(file, "mine");
    assertThat(init("10.0.0.1")).isEqualTo(ExitCode.REFUSED);
    assertThat(Files.readString(file)).isEqualTo("mine");
  }

  @Test
  void anEndpointTellsTheMachinesOfAllMembers() throws IOException {
    desk.listed = List.of(entry(1, "h1", "10.0.0.1"), entry(2, "h2", "10.0.0.2"));
    assertThat(desk.type("init", "payments", "--endpoints=http://10.0.0.1:2379", config()))
        .isZero();
    assertThat(Files.readString(file)).contains("10.0.0.1").contains("10.0.0.2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node_1", "10.0.0.2 -oProxyCommand=x", "%zz", ""})
  void refusesAMemberListWithoutAHostForAMember(String host) {
    desk.listed = List.of(entry(1, "h1", "10.0.0.1"), entry(2, "h2", host));
    assertThat(desk.type("init", "payments", "--endpoints=http://10.0.0.1:2379", config()))
        .isEqualTo(ExitCode.REFUSED);
    assertThat(desk.err()).contains("no host of member 2", "name its machines with --ssh");
    assertThat(file).doesNotExist();
  }

  @Test
  void theAdviceForASilentEndpointIsTheSshOption() {
    assertThat(desk.type("init", "payments", "--endpoints=http://10.0.0.9:2379", config()))
        .isEqualTo(ExitCode.UNREACHABLE);
    assertThat(desk.err()).contains("name its machines with --ssh");
    assertThat(file).doesNotExist();
  }

  @Test
  void initNeedsEitherSshOrEndpoints() {
    assertThat(desk.type("init", "payments", config())).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(
            desk.type(
                "init", "payments", "--ssh=10.0.0.1", "--endpoints=http://10.0.0.1:2379", config()))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(
            desk.type(
                "init", "payments", "--endpoints=http://10.0.0.1:2379", "--cert=c.pem", config()))
        .isEqualTo(ExitCode.WRONG_USAGE);
  }

  private String config() {
    return "--config=" + file;
  }

  @Test
  void anInvalidHostIsWrongUsage() {
    assertThat(init("root@")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(init("10.0.0.1:99999")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(init("-oProxyCommand=x")).isEqualTo(ExitCode.WRONG_USAGE);
  }

  private int init(String machines) {
    return desk.type("init", "payments", "--ssh=" + machines, "--config", file.toString());
  }

  /** The same, with its settings in a file, or with the files that take them out of flags. */
  private static FoundMember set(
      FoundMember of, Optional<String> settingsFile, Optional<Adoption> adoption) {
    return new FoundMember(
        of.login(),
        of.name(),
        of.dataDirectory(),
        of.environmentFile(),
        of.binary(),
        of.unit(),
        of.manifest(),
        of.peerUrl(),
        of.clientUrl(),
        of.authority(),
        settingsFile,
        adoption,
        of.process());
  }

  private static FoundMember member(String address, String name) {
    return new FoundMember(
        new HostSettings.Ssh(
            address, 22, "root", Optional.empty(), Optional.empty(), List.of(), false),
        Optional.of(name),
        Optional.of("/var/lib/etcd/" + name),
        Optional.of("/etc/etcd/" + name + ".env"),
        Optional.of("/opt/etcd/" + name + "/etcd"),
        Optional.of("etcd.service"),
        Optional.empty(),
        Optional.of("http://" + address + ":2380"),
        Optional.of("http://" + address + ":2379"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "pid 12 of root");
  }

  private static FoundMember pod(String address, String name, String manifest) {
    return new FoundMember(
        new HostSettings.Ssh(
            address, 22, "root", Optional.empty(), Optional.empty(), List.of(), false),
        Optional.of(name),
        Optional.of("/var/lib/etcd"),
        Optional.empty(),
        Optional.of("/usr/local/bin/etcd"),
        Optional.empty(),
        Optional.of(manifest),
        Optional.of("https://" + address + ":2380"),
        Optional.of("https://" + address + ":2379"),
        Optional.of("/etc/kubernetes/pki/etcd/ca.crt"),
        Optional.empty(),
        Optional.empty(),
        "pid 12 of root");
  }
}
