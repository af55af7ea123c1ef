package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who answers is checked: on a server that says of itself whatever it is told to. */
class ExchangeTest {
  private static final MemberName MEMBER = new MemberName("etcd-0");

  private PretendedEtcd server;
  private EtcdConnections connections;
  private PinnedPorts pinned;

  @BeforeEach
  void start() throws IOException {
    server = new PretendedEtcd(1, 7);
    connections = connections(Optional.of(new Login("root", "secret-word")));
    pinned = connections.pinnedPorts();
  }

  @AfterEach
  void stop() {
    connections.close();
    server.close();
  }

  @Test
  void anAnswerOfAnotherMemberIsNotUsed() {
    pinned.maintenance().status(MEMBER);
    server.becomes(2, 7);
    assertThatThrownBy(() -> pinned.membership().localList(MEMBER))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("answered as member 2 of cluster 7, not as member 1 of cluster 7");
  }

  @Test
  void anAnswerOfAnotherClusterIsNotUsed() {
    pinned.maintenance().status(MEMBER);
    server.becomes(1, 8);
    assertThatThrownBy(() -> pinned.membership().linearizableList(MEMBER))
        .isInstanceOf(Failure.Refused.class);
  }

  @Test
  void aNewLookPinsAReplacedMemberAnew() {
    pinned.maintenance().status(MEMBER);
    server.becomes(2, 7);
    pinned.maintenance().status(MEMBER);
    assertThat(pinned.membership().localList(MEMBER)).isEmpty();
  }

  @Test
  void theLookOfSomebodyElseDoesNotPinForUs() {
    pinned.maintenance().status(MEMBER);
    server.becomes(2, 7);
    connections.pinnedPorts().maintenance().status(MEMBER);
    assertThatThrownBy(() -> pinned.membership().localList(MEMBER))
        .isInstanceOf(Failure.Refused.class);
  }

  /** A downgrade of 3.5 is carried out, and no member starts again after it. */
  @Test
  void enablesAndCancelsNoDowngradeThroughAnEtcdOf35() {
    server.version = "3.5.32";
    pinned.maintenance().status(MEMBER);
    assertThatThrownBy(() -> pinned.downgrade().enable(MEMBER, "3.4", permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> pinned.downgrade().cancel(MEMBER, permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThat(server.downgrades).hasValue(0);

    server.version = "3.6.16";
    pinned.downgrade().enable(MEMBER, "3.5", permit());
    assertThat(server.downgrades).hasValue(1);
  }

  @Test
  void nothingIsChangedThroughAMemberThatIsNoLongerTheOneLookedAt() {
    pinned.maintenance().status(MEMBER);
    server.becomes(2, 7);
    assertThatThrownBy(() -> pinned.membership().remove(MEMBER, new MemberId(3), permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("answered as member 2");
  }

  @Test
  void anInvalidTokenIsRenewedOnce() {
    pinned.maintenance().status(MEMBER);
    server.wantsToken("first");
    assertThat(pinned.membership().localList(MEMBER)).isEmpty();
    server.wantsToken("second");
    assertThat(pinned.membership().localList(MEMBER)).isEmpty();
    assertThat(server.logins()).isEqualTo(2);
  }

  @Test
  void withoutALoginTheWishForOneIsAFault() {
    server.wantsToken("first");
    try (var anonymous = connections(Optional.empty())) {
      assertThatThrownBy(() -> anonymous.pinnedPorts().membership().localList(MEMBER))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("configure credentials");
    }
  }

  @Test
  void aPasswordIsInNoText() {
    assertThat(new Login("root", "secret-word").toString()).doesNotContain("secret-word");
  }

  private EtcdConnections connections(Optional<Login> login) {
    Map<MemberName, URI> urls = Map.of(MEMBER, server.url());
    return new EtcdConnections(
        new EtcdEndpoints(
            new ClusterKey("pretended"),
            urls,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            login));
  }

  private static Permit permit() {
    return Permit.granted("op", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }
}
