package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The member list as etcd serves it to peers. */
class PeerListTest {
  /** As 3.5.35 gave it; an id is an unsigned number of 64 bits. */
  @Test
  void namesTheMembersAndWhoIsALearner() {
    assertThat(
            PeerList.read(
                """
                [{"id":10999748574741579527,"peerURLs":["http://127.0.0.1:24891"],"isLearner":true,
                "name":"l","clientURLs":["http://127.0.0.1:24892"]},
                {"id":1318182216028858056,"peerURLs":["http://127.0.0.1:24889"],"name":""}]
                """))
        .containsExactly(
            new MembershipEntry(
                new MemberId(Long.parseUnsignedLong("10999748574741579527")),
                "l",
                true,
                List.of("http://127.0.0.1:24891"),
                List.of("http://127.0.0.1:24892")),
            new MembershipEntry(
                new MemberId(1318182216028858056L),
                "",
                false,
                List.of("http://127.0.0.1:24889"),
                List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "{}",
        "[]",
        "[1]",
        "[{}]",
        "[{\"id\":\"7\",\"peerURLs\":[\"http://a:1\"]}]",
        "[{\"id\":7,\"peerURLs\":[]}]"
      })
  void whatIsNoListIsRefused(String page) {
    assertThatThrownBy(() -> PeerList.read(page)).isInstanceOf(Failure.Transient.class);
  }

  @Test
  void aListThatIsTooLongIsRefused() {
    String one = "{\"id\":7,\"peerURLs\":[\"http://a:1\"]}";
    assertThatThrownBy(() -> PeerList.read("[" + one + ("," + one).repeat(64) + "]"))
        .isInstanceOf(Failure.Transient.class);
    assertThatThrownBy(() -> PeerList.read("[" + one + " ".repeat(1 << 20) + "]"))
        .isInstanceOf(Failure.Transient.class);
  }
}
