package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.shell.Facts;
import io.quorate.shell.LocalHost;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What other users of a host call their files and processes. */
class StrangersTest extends OnScratchMemberAsRoot {
  private static final String SECRET = "topsecret-4711";

  @BeforeEach
  void layOut() throws Exception {
    scratch.writeData();
    mode(scratch.path("data"), "rwx------");
  }

  @Test
  @Tag("attack-7")
  void aFileNameIsNoQuestionAndNoFailureShowsTheEnvironmentFile() throws Exception {
    scratch.write(
        "etcd-0.env",
        "ETCD_NAME=etcd-0\nETCD_DATA_DIR=%s\nAWS_SECRET_ACCESS_KEY=%s\n"
            .formatted(scratch.at("data"), SECRET));
    Files.createFile(scratch.path("data/member/snap/0000000000000009-000000000000000a\r?\r.snap"));
    Files.createFile(scratch.path("data/member/snap/0000000000000009-000000000000000b\n?\n.snap"));
    var scripts = new MemberScripts(scratch.member, new LocalHost(), ScratchMember.LIMITS);
    Facts facts = scripts.look(MemberScript.WHOLE, List.of("3", "panic"));
    assertThat(facts.all("raft-snapshot")).hasSize(2).allMatch(name -> name.endsWith("? .snap"));
    assertThatThrownBy(
            () ->
                scripts.underLock(
                    MemberScript.REWRITE,
                    List.of(),
                    asked -> {
                      throw new IllegalStateException(asked.toString());
                    }))
        .hasMessageNotContaining(SECRET)
        .hasMessageNotContaining(
            Base64.getEncoder()
                .encodeToString(SECRET.getBytes(StandardCharsets.UTF_8))
                .substring(0, 12))
        .hasMessageNotContaining("environment-bytes");
  }

  @Test
  @Tag("attack-8")
  void aProcessNameIsNoQuestionAndNoFact() throws Exception {
    String named = scratch.at("a\r?\rb");
    Files.copy(Path.of("/bin/sleep").toRealPath(), Path.of(named));
    open(Path.of(named));
    startAsNobody(named);
    assertThat(scratch.workloads().look(ScratchMember.NAME).provenAbsent()).isTrue();
    // One that could be the member is named in one clean line.
    Process own = scratch.startStranger(Map.of("ETCD_DATA_DIR", scratch.at("data")), named, "600");
    ScratchMember.await(() -> scratch.state() instanceof Workload.Uncertain);
    assertThat(scratch.workloads().look(ScratchMember.NAME).evidence())
        .contains("pid " + own.pid() + " of root (a ? b)");
  }

  @Test
  @Tag("attack-35")
  void aProcessWhoseUserCannotReadTheDataIsNoMember() throws Exception {
    Process stranger = startAsNobody("sleep");
    assertThat(scratch.workloads().look(ScratchMember.NAME).provenAbsent()).isTrue();
    open(scratch.path("data"));
    open(scratch.path("data/member"));
    open(scratch.path("data/member/wal"));
    assertIsFeared(stranger);
  }

  /** Whoever began as root and is another user since still writes what root opened. */
  @Test
  void aProcessThatHasTheDataOpenMayBeTheMemberWhateverItsUserMayRead() throws Exception {
    Process holder = startAsNobody("exec 3<" + scratch.at("data/member/snap/db"), "sleep");
    assertIsFeared(holder);
    Files.delete(scratch.path("data/member/snap/db"));
    assertIsFeared(holder);
    Files.move(scratch.path("data"), scratch.path("data.aside-20260711T100000Z"));
    assertIsFeared(holder);
  }

  @Test
  void aProcessThatHasTheLogOpenMayBeTheMember() throws Exception {
    assertIsFeared(
        startAsNobody(
            "exec 3<" + scratch.at("data/member/wal/0000000000000000-0000000000000000.wal"),
            "sleep"));
  }

  /** The mapped files of such a process are not checked. */
  @Test
  void aProcessWithoutADescriptorMayBeTheMember() throws Exception {
    Process bare = startAsNobody("exec <&- >&- 2>&-", "sleep");
    // Right after its start the process has a library open for a moment.
    ScratchMember.await(() -> hasNothingOpen(bare.pid()));
    assertIsFeared(bare);
  }

  private static boolean hasNothingOpen(long pid) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return open.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private void assertIsFeared(Process process) {
    Workload feared = scratch.workloads().look(ScratchMember.NAME);
    assertThat(feared.provenAbsent()).isFalse();
    assertThat(feared.evidence()).contains("pid " + process.pid() + " of nobody (sleep)");
  }

  private Process startAsNobody(String program) throws IOException {
    return startAsNobody(":", program);
  }

  private Process startAsNobody(String first, String program) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                first + "; exec \"$@\"",
                "sh",
                "setpriv",
                "--reuid",
                "65534",
                "--regid",
                "65534",
                "--clear-groups",
                "env",
                "-i"));
    words.addAll(
        List.of("PATH=/usr/bin:/bin", "ETCD_DATA_DIR=" + scratch.at("data"), "ETCD_NAME=etcd-0"));
    words.addAll(List.of(program, "600"));
    Process started = scratch.startStranger(Map.of(), words.toArray(String[]::new));
    ScratchMember.await(() -> runs(started.pid()));
    return started;
  }

  private static boolean runs(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline")).endsWith("\000600\000")
          && !Files.readString(Path.of("/proc/" + pid + "/comm")).startsWith("env")
          && !Files.readString(Path.of("/proc/" + pid + "/comm")).startsWith("setpriv");
    } catch (IOException e) {
      return false;
    }
  }
}
