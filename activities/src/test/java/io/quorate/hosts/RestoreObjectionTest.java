package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Shell;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a host can restore, asked while it cannot be reached. */
class RestoreObjectionTest {
  /** A hiccup of the way is no reason why nothing can be restored there, and is tried again. */
  @Test
  void aHostThatDoesNotAnswerNowHasNoObjection(@TempDir Path folder) throws Exception {
    Shell away =
        (script, arguments, reply, limit) -> {
          throw new Failure.Transient("the connection broke");
        };
    try (var scratch = new ScratchMember(folder)) {
      Hosts hosts =
          Hosts.of(List.of(new MemberScripts(scratch.member, away, ScratchMember.LIMITS)));
      assertThatThrownBy(() -> new HostRestores(hosts, List.of()).objection(ScratchMember.NAME))
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("the connection broke");
    }
  }
}
