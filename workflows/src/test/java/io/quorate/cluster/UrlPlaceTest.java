package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlPlaceTest {
  @ParameterizedTest
  @CsvSource({
    "http://localhost:2380, http://127.0.0.1:2380",
    "http://LOCALHOST:2380/, http://[::1]:2380",
    "http://[2001:db8::1]:2380, http://[2001:0DB8:0:0:0:0:0:1]:2380",
    "http://[fe80::a:0:0:b]:2380, http://[fe80:0:0:0:a::b]:2380",
    "http://[::ffff:10.0.0.1]:2380, http://10.0.0.1:2380",
    "https://etcd-0.example.com.:2380, https://ETCD-0.example.com:2380/",
    "http://a, http://a:80",
  })
  void twoSpellingsOfOnePlaceAreEqual(String one, String other) {
    assertThat(UrlPlace.of(one)).isEqualTo(UrlPlace.of(other));
    assertThat(UrlPlace.isAmong(List.of("http://x:1", one), other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:2380, http://localhost:2381",
    "http://localhost:2380, https://localhost:2380",
    "http://127.0.0.1:2380, http://127.0.0.2:2380",
    "http://[2001:db8::1]:2380, http://[2001:db8::1:1]:2380",
    "http://10.0.0.1:2380, http://10.0.0.10:2380",
    "http://a:2380, http://b:2380",
    "unix://a, unix://b",
  })
  void twoPlacesAreNot(String one, String other) {
    assertThat(UrlPlace.of(one)).isNotEqualTo(UrlPlace.of(other));
  }

  @Test
  void theOrderOfUrlsSaysNothing() {
    assertThat(
            UrlPlace.areTheSame(
                List.of("http://localhost:1", "http://b:2"),
                List.of("http://b:2", "http://[::1]:1")))
        .isTrue();
  }
}
