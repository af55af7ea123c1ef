package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.port.FoundSets;
import io.quorate.port.FoundSets.FoundMember;
import io.quorate.port.FoundSets.FoundUrls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code quorate init --kubernetes}. */
class InitSetsVerbTest {
  private static final String KEEPER = "--keeper-image=keeper:1";

  @TempDir private Path directory;
  private Path file;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    file = directory.resolve("new.yml");
    desk = new Desk(directory).with("HOME", "/home/dana");
    desk.sets = Optional.of(found(List.of()));
  }

  @Test
  void writesTheOnlyContextOfTheUsualFile() {
    assertThat(init(KEEPER)).isZero();

    assertThat(file)
        .content()
        .contains("kubeconfig: \"/home/dana/.kube/config\"\n    context: \"prod\"\n");
    assertThat(desk.searched)
        .containsExactly(
            new ApiAddress.Kubeconfig(Path.of("/home/dana/.kube/config"), "prod"),
            "etcd",
            List.of());
    assertThat(desk.out()).contains("is written, with 1 members");
  }

  @Test
  void theEnvironmentNamesAnotherKubeconfig() {
    desk.with("KUBECONFIG", "/etc/kube");
    assertThat(init(KEEPER)).isZero();
    assertThat(file).content().contains("kubeconfig: \"/etc/kube\"");
  }

  @Test
  void writesARelativeKubeconfigAsAnAbsolutePath() {
    assertThat(init(KEEPER, "--kubeconfig=kube/config")).isZero();
    assertThat(file)
        .content()
        .contains("kubeconfig: \"" + Path.of("kube/config").toAbsolutePath() + "\"");
  }

  @Test
  void guessesNoContextAmongSeveral() {
    desk.contexts = List.of("prod", "test");
    assertThat(init()).isEqualTo(ExitCode.REFUSED);
    assertThat(desk.err()).contains("several contexts", "prod, test", "Do: name one: --context");
    assertThat(file).doesNotExist();

    assertThat(init(KEEPER, "--context=test")).isZero();
    assertThat(file).content().contains("context: \"test\"");
  }

  @Test
  void asksWithTheServiceAccountOfItsPodWhereToldSo() {
    assertThat(init(KEEPER, "--in-cluster", "--stateful-set=a-0,a-1")).isZero();
    assertThat(desk.searched)
        .containsExactly(new ApiAddress.InCluster(), "etcd", List.of("a-0", "a-1"));
    assertThat(file).content().contains("inCluster: true");
  }

  @Test
  void aFileWithoutTheImageOfKeepersEndsWithNotGood() {
    assertThat(init()).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(file).content().contains("keeperImage: CHANGE-ME");
  }

  @Test
  void aTemplateThatTellsNoUrlIsTrouble() {
    desk.sets = Optional.of(found(List.of("the template has no --advertise-client-urls")));
    assertThat(init(KEEPER, "-o", "json")).isEqualTo(ExitCode.NOT_GOOD);
    assertThat(desk.err()).contains("the template has no --advertise-client-urls");
    assertThat(desk.out())
        .contains("\"members\":[\"orders-0\"]")
        .contains("\"trouble\":[\"the template has no --advertise-client-urls\"]")
        .contains("\"unfinished\":true");
  }

  @Test
  void writesNothingWhereNobodyKnowsTheCluster() {
    desk.sets = Optional.empty();
    assertThat(init()).isEqualTo(ExitCode.REFUSED);
    assertThat(desk.err()).contains("nobody knows which sets are meant");
    assertThat(file).doesNotExist();
  }

  @Test
  void writesOverNoFile() throws IOException {
    Files.writeString(file, "mine");
    assertThat(init(KEEPER)).isEqualTo(ExitCode.REFUSED);
    assertThat(file).content().isEqualTo("mine");
    assertThat(desk.searched).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--in-cluster --context=prod",
        "--in-cluster --kubeconfig=a",
        "--stateful-set=a/b",
        "--sudo",
        "--identity-file=key"
      })
  void optionsThatContradictEachOtherAreWrongUsage(String options) {
    assertThat(init(options.split(" "))).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(file).doesNotExist();
  }

  @Test
  void optionsOfKubernetesAreWrongUsageForHosts() {
    assertThat(desk.type("init", "orders", "--ssh=10.0.0.1", "--context=prod", config()))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(desk.err()).contains("belong to --kubernetes");
  }

  @Test
  void namespacesAreNamesOfKubernetes() {
    assertThat(desk.type("init", "orders", "--kubernetes=../pods", config()))
        .isEqualTo(ExitCode.WRONG_USAGE);
  }

  @Test
  void severalFilesInTheEnvironmentAreWrongUsage() {
    desk.with("KUBECONFIG", "/a:/b");
    assertThat(init()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(desk.err()).contains("name that with --kubeconfig");
  }

  private int init(String... options) {
    return desk.type(
        Stream.concat(
                Stream.of("init", "orders", "--kubernetes=etcd", config()), Stream.of(options))
            .toArray(String[]::new));
  }

  private String config() {
    return "--config=" + file;
  }

  private static FoundSets found(List<String> untold) {
    return new FoundSets(
        List.of("orders"),
        List.of(
            new FoundMember(
                "orders-0",
                Optional.of(
                    new FoundUrls(URI.create("http://o-0:2379"), URI.create("http://o-0:2380"))))),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        untold);
  }
}
