package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Silence;
import io.quorate.cluster.StorageStatus;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.ObservationMemory;
import io.quorate.workload.ConfiguredMember;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How what was seen is joined, and what one look remembers for the next. */
class ClusterViewAssemblerTest {
  private static final MemberName ONE = new MemberName("etcd-1");

  @Test
  void anUnnamedMemberIsMatchedByPeerUrl() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).unstarted();
    ClusterView view = drawn.view();
    assertThat(view.members()).hasSize(3);
    assertThat(view.member(ONE).flatMap(Member::id)).contains(new MemberId(0xa001));
    assertThat(view.member(ONE).flatMap(Member::entry).map(MembershipEntry::started))
        .contains(false);
  }

  @Test
  void aMemberAtAnotherUrlIsMatchedByName() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).peerUrl = "http://elsewhere:2380";
    assertThat(drawn.view().members()).hasSize(3);
    assertThat(drawn.view().memberAt("http://elsewhere:2380").map(Member::name)).contains(ONE);
  }

  @Test
  void theUrlIsStrongerThanTheName() {
    DrawnCluster drawn = DrawnCluster.of(3);
    String url = drawn.member(1).peerUrl;
    drawn.member(1).peerUrl = drawn.member(2).peerUrl;
    drawn.member(2).peerUrl = url;
    assertThat(drawn.view().member(ONE).flatMap(Member::id)).contains(new MemberId(0xa002));
  }

  @Test
  void twoListedMembersAtOneUrlAreBothShown() {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember twin = new DrawnMember("etcd-9");
    twin.configured = false;
    twin.peerUrl = drawn.member(1).peerUrl;
    drawn.members.add(twin);
    assertThat(drawn.view().voters()).hasSize(4);
    assertThat(drawn.view().members().stream().map(Member::id).distinct()).hasSize(4);
  }

  @Test
  void twoPlacesNeverShareOneListedMember() {
    DrawnCluster drawn = DrawnCluster.of(2);
    Observation seen = drawn.observation();
    ConfiguredMember shared = seen.configured().get(ONE);
    Observation doubled =
        new Observation(
            seen.cluster(),
            seen.at(),
            Map.of(ONE, shared, new MemberName("etcd-5"), shared),
            seen.statuses(),
            seen.silences(),
            seen.membership(),
            seen.alarms(),
            seen.metrics(),
            seen.workloads(),
            seen.data(),
            seen.installations(),
            seen.peerUrls(),
            seen.lastSnapshot(),
            seen.lookAgain(),
            Map.of());
    assertThat(ClusterView.of(doubled, ObservationMemory.NONE).voters()).hasSize(2);
  }

  @Test
  void anUnconfiguredMemberIsShownByNameOrElseById() {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember stranger = new DrawnMember("etcd-9");
    stranger.configured = false;
    drawn.members.add(stranger);
    assertThat(drawn.view().member(new MemberName("etcd-9"))).isPresent();
    stranger.unstarted();
    assertThat(drawn.view().member(new MemberName("member-a009"))).isPresent();
  }

  @Test
  void aNameThatIsTakenGetsTheIdBehindIt() {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember phantom = new DrawnMember("etcd-1");
    phantom.configured = false;
    phantom.answers = false;
    phantom.id = new MemberId(0xdead);
    phantom.peerUrl = "http://elsewhere:2380";
    drawn.members.add(0, phantom);
    assertThat(drawn.view().member(ONE).flatMap(Member::id)).contains(new MemberId(0xa001));
    assertThat(drawn.view().member(new MemberName("etcd-1-dead"))).isPresent();
  }

  @Test
  void silenceIsRememberedFromTheFirstLookThatFoundIt() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    ClusterView first = ClusterView.of(drawn.observation(), ObservationMemory.NONE);
    assertThat(since(first)).contains(DrawnCluster.NOW);
    drawn.now = DrawnCluster.NOW.plusSeconds(7);
    ClusterView second = ClusterView.of(drawn.observation(), first.remembered());
    assertThat(since(second)).contains(DrawnCluster.NOW);
    assertThat(second.member(ONE).flatMap(Member::lostSince)).contains(DrawnCluster.NOW);
    assertThat(second.settledSince()).isEqualTo(DrawnCluster.NOW);
  }

  @Test
  void anAnswerEndsSilenceAndDataEndsLoss() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    ClusterView first = ClusterView.of(drawn.observation(), ObservationMemory.NONE);
    drawn.now = DrawnCluster.NOW.plusSeconds(7);
    drawn.member(1).stopped();
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.PRESENT);
    ClusterView found = ClusterView.of(drawn.observation(), first.remembered());
    assertThat(found.member(ONE).flatMap(Member::lostSince)).isEmpty();
    drawn.member(1).answers = true;
    ClusterView back = ClusterView.of(drawn.observation(), found.remembered());
    assertThat(since(back)).isEmpty();
    assertThat(back.remembered().silentSince()).isEmpty();
  }

  @Test
  void aNewLeaderTermOrMembershipIsNotSettled() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ClusterView first = ClusterView.of(drawn.observation(), ObservationMemory.NONE);
    drawn.now = DrawnCluster.NOW.plusSeconds(7);
    drawn.members.forEach(member -> member.term = 3);
    ClusterView elected = ClusterView.of(drawn.observation(), first.remembered());
    assertThat(elected.settledSince()).isEqualTo(drawn.now);
  }

  @Test
  void aMemberIsInactiveOnlyWhenAllPeersWereAsked() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    assertThat(sight(drawn)).isEqualTo(PeerActivity.INACTIVE);
    drawn.member(2).peersRead = false;
    assertThat(sight(drawn)).isEqualTo(PeerActivity.UNKNOWN);
    drawn.member(1).heard = true;
    assertThat(sight(drawn)).isEqualTo(PeerActivity.ACTIVE);
    drawn.members.forEach(DrawnMember::silent);
    assertThat(sight(drawn)).isEqualTo(PeerActivity.UNKNOWN);
  }

  @Test
  void aTieOfClusterIdsGivesTheViewNoClusterId() {
    DrawnCluster drawn = DrawnCluster.of(2);
    assertThat(drawn.view().clusterId()).contains(ClusterId.parse("c1"));
    drawn.member(1).cluster = ClusterId.parse("c2");
    assertThat(drawn.view().clusterId()).isEmpty();
  }

  @Test
  void namesAreWrittenInOneOrder() {
    List<Member> members = DrawnCluster.of(5).view().members();
    assertThat(members).isSortedAccordingTo((a, b) -> a.name().compareTo(b.name()));
  }

  @Test
  void theMetricsTellTheQuotaWhereTheStatusDoesNot() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).version = EtcdVersion.parse("3.5.21");
    drawn.member(1).quotaBytes = 4L << 30;
    assertThat(upkeep(drawn).quota()).isEqualTo(new Quota.Limited(4L << 30));
    assertThat(upkeep(drawn).storageVersion()).isEmpty();
    drawn.member(1).peersRead = false;
    assertThat(upkeep(drawn)).isEqualTo(StorageStatus.UNKNOWN);
  }

  @Test
  void theStatusIsBelievedBeforeTheMetrics() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).downgradeTo = Optional.of("3.5");
    assertThat(upkeep(drawn))
        .isEqualTo(
            new StorageStatus(Optional.of("3.6"), Optional.of("3.5"), new Quota.Limited(2L << 30)));
    drawn.member(1).peersRead = false;
    assertThat(upkeep(drawn).quota()).isEqualTo(new Quota.Limited(2L << 30));
  }

  @Test
  void theClusterVersionIsUnknownWhileMembersDisagree() {
    DrawnCluster drawn = DrawnCluster.of(3);
    assertThat(drawn.view().clusterVersion()).contains("3.6");
    drawn.member(1).clusterVersion = Optional.of("3.5");
    assertThat(drawn.view().clusterVersion()).isEmpty();
    assertThat(drawn.view().member(ONE).flatMap(Member::clusterVersion)).contains("3.5");
    drawn.members.forEach(member -> member.peersRead = false);
    assertThat(drawn.view().clusterVersion()).isEmpty();
  }

  private static StorageStatus upkeep(DrawnCluster drawn) {
    return drawn.view().member(ONE).flatMap(Member::status).orElseThrow().storage();
  }

  private static Optional<Instant> since(ClusterView view) {
    return view.member(ONE).flatMap(Member::silentSince);
  }

  private static PeerActivity sight(DrawnCluster drawn) {
    return drawn.view().member(ONE).orElseThrow().peerActivity();
  }

  /** Both places have the URLs of the member: its data says where it is, never a copy alone. */
  @Test
  void aMemberIsAtTheNextPlaceOnceTheDataIsHandedOver() {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    next.sameUrls();
    drawn.members.add(next);
    next.data = DataDirectory.of(DataDirectory.State.PRESENT);
    assertThat(drawn.view().member(ONE).flatMap(Member::id)).contains(new MemberId(0xa001));
    next.tookOver(new MemberId(0xa001));
    assertThat(drawn.view().member(next.name).flatMap(Member::id)).contains(new MemberId(0xa001));
    assertThat(drawn.view().member(ONE).filter(Member::isListed)).isEmpty();
    next.tookOver(new MemberId(0xa002));
    assertThat(drawn.view().member(next.name).filter(Member::isListed)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd-1", "ETCD-1."})
  void theAnswerAtASharedClientUrlBelongsToTheListedMember(String written) {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    next.sameUrls();
    next.host = written;
    next.answers = true;
    next.answersAs = Optional.of(new MemberId(0xa001));
    drawn.members.add(next);
    Member seen = drawn.view().member(next.name).orElseThrow();
    assertThat(seen.status()).isEmpty();
    assertThat(seen.silence()).contains(new Silence.OtherMember(new MemberName("etcd-1")));
    assertThat(drawn.view().voting()).hasSize(3);
  }

  @Test
  void theOtherPlaceOfAMemberIsNoSpare() {
    DrawnCluster drawn = DrawnCluster.of(3);
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    drawn.members.add(next);
    ClusterView before = drawn.view();
    assertThat(before.isOtherPlace(before.member(next.name).orElseThrow())).isTrue();
    assertThat(before.isOtherPlace(before.member(ONE).orElseThrow())).isFalse();
    next.came();
    drawn.member(1).gone();
    drawn.member(1).status = VotingStatus.UNLISTED;
    ClusterView after = drawn.view();
    assertThat(after.isOtherPlace(after.member(next.name).orElseThrow())).isFalse();
    assertThat(after.isOtherPlace(after.member(ONE).orElseThrow())).isTrue();
  }
}
