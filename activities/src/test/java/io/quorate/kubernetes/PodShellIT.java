package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.shell.ShellContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The shell of a pod of a real Kubernetes. */
@Tag("kubernetes")
@Timeout(300)
class PodShellIT extends ShellContract {
  @RegisterExtension static final RealKubernetes KUBERNETES = new RealKubernetes();

  private static PodPlace place;

  @BeforeAll
  static void startThePod() {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("shell")
            .withNamespace(KUBERNETES.namespace())
            .endMetadata()
            .withNewSpec()
            .withTerminationGracePeriodSeconds(1L)
            .addNewContainer()
            .withName("scripts")
            .withImage(RealKubernetes.KEEPER)
            .withImagePullPolicy("Never")
            .withCommand("sleep", "infinity")
            .addNewEnv()
            .withName("ETCD_NAME")
            .withValue("etcd-1")
            .endEnv()
            .endContainer()
            .addNewContainer()
            .withName("bare")
            .withImage("quorate.test/etcd:3.6.16")
            .withImagePullPolicy("Never")
            .endContainer()
            .endSpec()
            .build();
    KUBERNETES.client().resource(pod).create();
    place = new PodPlace(KUBERNETES.namespace(), "shell", "scripts");
    await(() -> PodPrograms.obstacle(seen(), "scripts").isEmpty());
    await(() -> PodPrograms.obstacle(seen(), "bare").isEmpty());
  }

  private static Pod seen() {
    return KUBERNETES.client().pods().inNamespace(place.namespace()).withName("shell").get();
  }

  @Override
  protected Shell shell() {
    return new PodShell(new PodPrograms(KUBERNETES.client()), place);
  }

  /** The numbers of processes are those of the container. */
  @Override
  protected boolean gone(String pid) {
    return run("[ ! -e /proc/$1 ] || [ -z \"$(tr -d '\\0' </proc/$1/cmdline)\" ] && echo gone", pid)
        .output()
        .equals("gone\n");
  }

  @Test
  void theEnvironmentOfTheContainerIsNotPassedOn() {
    assertThat(run("echo \"${ETCD_NAME-none} $(umask) $PWD\"").output()).isEqualTo("none 0022 /\n");
  }

  @Test
  void aLargeScriptArrivesWhole() {
    assertThat(run("# " + "x".repeat(300_000) + "\necho done").output()).isEqualTo("done\n");
  }

  @Test
  void aScriptThatWasKilledTellsItsExitCode() {
    assertThat(run("kill -KILL $$").exit()).isEqualTo(137);
  }

  @Test
  void theInputOfAScriptEnds() {
    var asking = script("echo \"?$QUORATE_WORD\"; cat; echo end");
    assertThat(shell().run(asking, List.of(), facts -> "x\n", LIMIT).output())
        .isEqualTo("x\nend\n");
  }

  @Test
  void aScriptThatWaitsForItsAnswerSeesTheEndWhenTheClientIsClosed() {
    var mine = new ApiClients(Map.of());
    var shell = new PodShell(new PodPrograms(mine.client(KUBERNETES.source())), place);
    var script =
        script(
            "echo begun >/tmp/seen; echo \"?$QUORATE_WORD\"; read -r go && echo answered >/tmp/seen"
                + " || echo end >/tmp/seen");
    assertThatThrownBy(
            () ->
                shell.run(
                    script,
                    List.of(),
                    facts -> {
                      mine.close();
                      await(() -> run("cat /tmp/seen").output().equals("end\n"));
                      return "go\n";
                    },
                    LIMIT))
        .isInstanceOf(Failure.Unknown.class);
    assertThat(run("cat /tmp/seen").output()).isEqualTo("end\n");
  }

  @Test
  void anImageWithoutAShellIsTold() {
    var bare = new PodPlace(place.namespace(), place.pod(), "bare");
    var shell = new PodShell(new PodPrograms(KUBERNETES.client()), bare);
    assertThatThrownBy(() -> shell.run(script(":"), List.of(), Shell.Reply.NONE, LIMIT))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("the image of the container bare")
        .hasMessageContaining("has no /bin/sh");
  }

  @Test
  void aContainerOrAPodThatIsNotThereIsTold() {
    for (PodPlace none :
        List.of(
            new PodPlace(place.namespace(), "shell", "none"),
            new PodPlace(place.namespace(), "none", "scripts"))) {
      var shell = new PodShell(new PodPrograms(KUBERNETES.client()), none);
      assertThatThrownBy(() -> shell.run(script(":"), List.of(), Shell.Reply.NONE, LIMIT))
          .isExactlyInstanceOf(Failure.Transient.class)
          .hasMessageStartingWith("nothing was done: no program was started in " + none.name())
          .hasMessageEndingWith(
              none.pod().equals("none") ? "the pod is not there" : "the pod has no container none");
    }
  }

  @Test
  void manyScriptsRunAtOnce() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Shell.Ended>> all = new ArrayList<>();
      for (int k = 0; k < 10; k++) {
        all.add(threads.submit(() -> run("sleep 0.3; echo x")));
      }
      for (Future<Shell.Ended> each : all) {
        assertThat(each.get().output()).isEqualTo("x\n");
      }
    }
  }

  /** A connection that is idle for some time is used by empty messages, and a script goes on. */
  @Test
  void aQuietScriptIsFollowedToItsEnd() {
    var quiet = new Script("quiet", "sleep 7; echo done");
    assertThat(shell().run(quiet, List.of(), Shell.Reply.NONE, Duration.ofSeconds(20)).output())
        .isEqualTo("done\n");
  }
}
