package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberId;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Question;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** {@code /tmp} of a member's machine may be full, or run no programs: nothing is put there. */
class FullTmpTest {
  private static final String FULL =
      """
      mount -t tmpfs -o size=4k,mode=1777,noexec tmpfs /tmp && mount --bind /tmp /var/tmp || exit 99
      head -c 65536 /dev/zero >/tmp/full 2>/dev/null
      exec "$@"
      """;

  /** The member is not in the directory that is full. */
  static final class OutsideOfTmp implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "member");
    }
  }

  /**
   * A script that would make a file there does so by its name or, in some shells, as a here-doc.
   */
  @Test
  void noScriptWritesToTmp() throws IOException {
    try (var files = Files.walk(Path.of("src/main/resources/io/quorate"))) {
      List<Path> scripts = files.filter(file -> file.toString().endsWith(".sh")).toList();
      assertThat(scripts).hasSizeGreaterThan(60);
      for (Path script : scripts) {
        assertThat(script).content().doesNotContainPattern("/tmp|mktemp|<<");
      }
    }
  }

  @Test
  void aMemberIsOperatedWhereTmpIsFullAndRunsNothing(
      @TempDir(factory = OutsideOfTmp.class) Path folder) throws IOException {
    String why = "only root can mount";
    if (!"root".equals(System.getProperty("user.name"))) {
      System.err.println("skipped: FullTmpTest: " + why);
      Assumptions.abort(why);
    }
    try (ScratchMember scratch = new ScratchMember(folder)) {
      assertThat(run("echo word >/tmp/word").exit()).as("it is full").isNotZero();
      assertThat(run("/tmp/full").exit()).as("it runs nothing").isEqualTo(126);
      HostPlatform there =
          HostPlatform.of(scratch.hosts(FullTmpTest::full), List.of(), Clock.systemUTC());
      there.workloads().start(NAME, SETTINGS, permit());
      assertThat(there.look(NAME).workload().state()).isInstanceOf(Workload.Running.class);
      there.workloads().stop(NAME, permit());
      scratch.writeData();
      assertThat(there.look(NAME).data().intact()).isTrue();
      assertThat(there.look(NAME).installation().settings()).containsEntry("ETCD_NAME", "etcd-0");
      var host = new MemberScripts(scratch.member, FullTmpTest::full, ScratchMember.LIMITS);
      assertThat(host.volume().look(VolumeScript.SURVEY_FILES, List.of()).all("data")).isNotEmpty();
      there.data().setAside(NAME, MemberId.parse("8e9e05c52164694d"), permit());
      there.workloads().start(NAME, SETTINGS, permit());
      assertThat(there.look(NAME).workload().state()).isInstanceOf(Workload.Running.class);
    }
  }

  private static Shell.Ended run(String text) {
    return full(new Script("test", text), List.of(), Shell.Reply.NONE, Duration.ofSeconds(20));
  }

  private static Shell.Ended full(
      Script script, List<String> arguments, Shell.Reply reply, Duration limit) {
    var question = Question.ofThisRun();
    var command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "--propagation",
                "private",
                "sh",
                "-c",
                FULL,
                "sh",
                "env",
                "-i",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "LC_ALL=C",
                Question.VARIABLE + "=" + question.word(),
                "setsid",
                "--wait",
                "/bin/sh",
                "-c",
                script.text(),
                script.name()));
    command.addAll(arguments);
    return LocalShell.follow(new ProcessBuilder(command), script.name(), question, reply, limit);
  }
}
