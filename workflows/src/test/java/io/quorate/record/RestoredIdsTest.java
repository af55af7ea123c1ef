package io.quorate.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.data.DataOwner;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers are those that etcd 3.6.16 gave; {@code RestoresIT} compares with every minor. */
class RestoredIdsTest {
  private static final String DEFAULT_URL = "http://localhost:2380";
  private static final String DEFAULT_TOKEN = "etcd-cluster";

  @Test
  void aClusterOfOneMemberHasTheIdsThatEtcdComputes() {
    assertThat(RestoredIds.ofOne(List.of(DEFAULT_URL), DEFAULT_TOKEN))
        .isEqualTo(
            new DataOwner(MemberId.parse("8e9e05c52164694d"), ClusterId.parse("cdf818194e3a8c32")));
  }

  @Test
  void theOrderOfTheUrlsDoesNotCount() {
    List<String> urls = List.of("http://10.0.0.1:2380", "http://10.0.0.2:2380");
    assertThat(RestoredIds.ofOne(urls.reversed(), "a")).isEqualTo(RestoredIds.ofOne(urls, "a"));
  }

  @Test
  void anotherTokenIsAnotherMemberOfAnotherCluster() {
    DataOwner before = RestoredIds.ofOne(List.of(DEFAULT_URL), "payments-1");
    DataOwner after = RestoredIds.ofOne(List.of(DEFAULT_URL), "payments-2");
    assertThat(after.member()).isNotEqualTo(before.member());
    assertThat(after.cluster()).isNotEqualTo(before.cluster());
  }
}
