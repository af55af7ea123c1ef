package io.quorate.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlaceWordsTest {
  @Test
  void namesTheSettingsOfAStaticPodAsFlagsOfItsManifest() {
    assertThat(PlaceWords.STATIC_POD.settings()).isEqualTo("manifest");
    assertThat(PlaceWords.STATIC_POD.setting("ETCD_LISTEN_PEER_URLS"))
        .isEqualTo("--listen-peer-urls");
    assertThat(PlaceWords.HOST.settings()).isEqualTo("environment file");
    assertThat(PlaceWords.HOST.setting("ETCD_DATA_DIR")).isEqualTo("ETCD_DATA_DIR");
  }

  @Test
  void endsTheRestartsOfAStaticPodByItsManifestAndNoUnit() {
    assertThat(PlaceWords.HOST.endRestarts()).contains("systemctl stop UNIT");
    assertThat(PlaceWords.STATIC_POD.endRestarts()).contains("manifest").doesNotContain("UNIT");
  }

  @Test
  void saysPodWhereAStatefulSetRunsTheMember() {
    PlaceWords pod = supervised(Supervision.POD_OF_SET).words();
    assertThat(pod.lookAt(new MemberName("etcd-1"))).isEqualTo("Look at the pod of etcd-1.");
    assertThat(pod.places(2)).isEqualTo("pods");
    assertThat(pod.setting("ETCD_QUOTA_BACKEND_BYTES")).isEqualTo("--quota-backend-bytes");
    assertThat(Supervision.POD_OF_SET.limitOfHold()).contains("scheduling gate");
  }

  @Test
  void saysWhereToLook() {
    assertThat(PlaceWords.HOST.lookAt(new MemberName("etcd-1")))
        .isEqualTo("Look at the host of etcd-1.");
  }

  /** A place that was stored before anybody said what supervises it is on a host. */
  @Test
  void takesThePlaceForAHostUnlessItsSupervisorSaysMore() {
    ConfiguredMember place =
        new ConfiguredMember("http://a:2380", "http://a:2379", FailureDomain.UNKNOWN);
    assertThat(place.words()).isEqualTo(PlaceWords.HOST);
    assertThat(supervised(Supervision.UNIT).words()).isEqualTo(PlaceWords.HOST);
    assertThat(supervised(Supervision.STATIC_POD).words()).isEqualTo(PlaceWords.STATIC_POD);
  }

  private static ConfiguredMember supervised(Supervision kind) {
    return new ConfiguredMember(
        "http://a:2380",
        "http://a:2379",
        FailureDomain.UNKNOWN,
        Optional.empty(),
        Optional.of(kind),
        Optional.empty());
  }
}
