package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.Failure;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The member list as etcd serves it to peers. */
class PeerListTest {
  private static final URI PAGE = URI.create("https://10.0.0.7:2380/members");

  /** As 3.5.35 gave it; an id is an unsigned number of 64 bits. */
  @Test
  void namesTheMembersAndWhoIsALearner() {
    assertThat(
            PeerList.read(
                PAGE,
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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | no list",
        "<html> | no JSON",
        "{} | no list",
        "[] | no list",
        "[1] | member 1 of the list has no number as its id",
        "[{}] | member 1 of the list has no number as its id",
        "[{\"id\":\"7\",\"peerURLs\":[\"http://a:1\"]}] | has no number as its id",
        "[{\"id\":7,\"peerURLs\":[\"http://a:1\"]},{\"id\":8}] | member 2 of the list has no peer"
            + " URL"
      })
  void aPageThatIsNoListIsRefusedWithPageAndReason(String page, String why) {
    refuses(page, why);
  }

  @Test
  void aListThatIsTooLongIsRefused() {
    String one = "{\"id\":7,\"peerURLs\":[\"http://a:1\"]}";
    refuses("[" + one + ("," + one).repeat(64) + "]", "lists 65 members");
    refuses("[" + one + " ".repeat(1 << 20) + "]", "longer than 1048576 characters");
  }

  private static void refuses(String page, String why) {
    assertThatThrownBy(() -> PeerList.read(PAGE, page))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageStartingWith(PAGE + " serves no list of members: ")
        .hasMessageContaining(why);
  }
}
