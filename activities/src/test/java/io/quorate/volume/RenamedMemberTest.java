package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.observation.PretendedPort;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenamedMemberTest {
  /** Each question to another machine takes a round trip. */
  @Test
  void whetherFilesAreInUseIsAskedInOneGo() {
    List<Object> asked = new ArrayList<>();
    ReadOnlyDirectory mount =
        PretendedPort.port(
            ReadOnlyDirectory.class,
            (call, with) -> {
              asked.add(with[0]);
              return false;
            });
    var member = new RenamedMember(mount, "member.aside-payments.1-a");

    assertThat(member.inUse(List.of("member/snap/db", "member/wal/0.wal"))).isFalse();
    assertThat(asked)
        .containsExactly(
            List.of("member.aside-payments.1-a/snap/db", "member.aside-payments.1-a/wal/0.wal"));
  }
}
