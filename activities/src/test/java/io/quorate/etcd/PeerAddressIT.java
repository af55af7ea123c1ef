package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a member shows at its peer URL, and what becomes of one that came up at another. */
class PeerAddressIT {

  static Stream<ToolFolder> oldestAndNewest() throws InterruptedException {
    List<ToolFolder> all = Minors.all();
    return Stream.of(all.getFirst(), all.getLast()).distinct();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("oldestAndNewest")
  void aMovedMemberVotesAndAnswersAtItsNewUrlBeforeTheMembershipIsTold(ToolFolder tool)
      throws Exception {
    try (TestedCluster cluster = TestedCluster.started(tool)) {
      EtcdMember moved = cluster.followers().getFirst();
      MemberId id = cluster.idOf(moved);
      ClusterId here =
          cluster.maintenance().status(TestedCluster.name(cluster.leader())).clusterId();
      onlyTheMembersOwnUrlAnswers(cluster, moved, here);

      String there = cluster.joiner().peerUrl().toString();
      moved.stop();
      listenAt(moved, there);
      moved.start();
      moved.awaitServing(TestedCluster.LIMIT);
      assertThat(ask(cluster, moved, there)).isEqualTo(PeerUrlAnswer.of(there, here));

      var through = TestedCluster.name(cluster.leader());
      cluster.membership().update(through, id, List.of(there), TestedCluster.permit());
      Await.until(
          "all others to reach it",
          TestedCluster.LIMIT,
          () ->
              cluster.voters().stream()
                  .filter(other -> !other.equals(moved))
                  .allMatch(other -> cluster.hears(other, id)));
      severalUrlsAreKeptInOrder(cluster, id, there);
    }
  }

  private static void onlyTheMembersOwnUrlAnswers(
      TestedCluster cluster, EtcdMember member, ClusterId here) {
    assertThat(ask(cluster, member, member.peerUrl().toString()))
        .isEqualTo(PeerUrlAnswer.of(member.peerUrl().toString(), here));
    assertThat(ask(cluster, member, member.clientUrl().toString()).trouble())
        .as("a client URL")
        .isPresent();
    assertThat(ask(cluster, member, cluster.other().peerUrl().toString()).trouble())
        .as("nobody listens")
        .isPresent();
    URI other = cluster.leader().peerUrl();
    assertThat(ask(cluster, member, "http://localhost:" + other.getPort()).trouble())
        .as("another member by another name")
        .hasValueSatisfying(why -> assertThat(why).contains("that is the address of " + other));
  }

  private static void severalUrlsAreKeptInOrder(TestedCluster cluster, MemberId id, String url) {
    List<String> both = Stream.of(url, cluster.other().peerUrl().toString()).sorted().toList();
    var through = TestedCluster.name(cluster.leader());
    cluster.membership().update(through, id, both, TestedCluster.permit());
    assertThat(cluster.membership().linearizableList(through))
        .filteredOn(entry -> entry.id().equals(id))
        .extracting(MembershipEntry::peerUrls)
        .containsExactly(both);
  }

  private static PeerUrlAnswer ask(TestedCluster cluster, EtcdMember member, String url) {
    List<String> others =
        cluster.voters().stream()
            .filter(other -> !other.equals(member))
            .map(other -> other.peerUrl().toString())
            .toList();
    return cluster.membership().askAt(TestedCluster.name(member), url, others);
  }

  private static void listenAt(EtcdMember member, String url) throws Exception {
    Path environment = member.files().environmentFile();
    String setting = "ETCD_LISTEN_PEER_URLS=";
    Files.writeString(
        environment,
        Files.readString(environment).replace(setting + member.peerUrl(), setting + url));
  }
}
