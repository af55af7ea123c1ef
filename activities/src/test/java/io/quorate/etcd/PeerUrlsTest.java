package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerUrlsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:2380",
        "https://etcd-0.etcd.prod.svc.cluster.local:2380",
        "https://[fd00::17]:2380"
      })
  void schemeHostAndPortMakeAPeerUrl(String url) {
    assertThat(new PeerUrls(List.of(url)).toString()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "",
        "127.0.0.1:2380",
        "http://127.0.0.1",
        "http://:2380",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:2380/",
        "http://127.0.0.1:2380 ",
        "http://a@127.0.0.1:2380",
        "ftp://127.0.0.1:2380",
        "unix://127.0.0.1:2380"
      })
  void aPeerUrlThatEtcdRejectsIsNotSent(String url) {
    assertThatThrownBy(() -> new PeerUrls(List.of("http://127.0.0.1:2380", url)))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("'" + url + "'")
        .hasMessageContaining("nothing was sent, correct the peer URL");
  }

  @Test
  void aMemberIsNotLeftWithoutAPeerUrl() {
    assertThatThrownBy(() -> new PeerUrls(List.of())).isInstanceOf(Failure.Fault.class);
  }
}
