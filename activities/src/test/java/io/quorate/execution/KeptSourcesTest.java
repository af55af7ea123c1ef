package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.plan.ApprovedSource;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The approved snapshot right before the first change. */
class KeptSourcesTest {
  private static final RestoreSource GOOD = SourceAt120.source();

  @Test
  void aSnapshotThatIsKeptAsItWasIsRestored() {
    assertThatCode(() -> kept(List.of(GOOD)).requireFurthest(approved()))
        .doesNotThrowAnyException();
  }

  @Test
  void aSnapshotMarkedBadAfterTheApprovalIsRefusedWithTheReason() {
    RestoreSource marked = GOOD.unusableBecause(SnapshotFlaw.ofTrial("it has other keys").marked());

    assertThatThrownBy(() -> kept(List.of(marked)).requireFurthest(approved()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            "main.db cannot be restored as it is now (a restore on trial showed: it has other"
                + " keys)");
  }

  @Test
  void aSnapshotThatIsGoneIsRefused() {
    assertThatThrownBy(() -> kept(List.of()).requireFurthest(approved()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("main.db is not in the store any more");
  }

  private static ApprovedSource approved() {
    return new ApprovedSource(
        SourceAt120.FILE,
        GOOD,
        true,
        Voters.of(EtcdVersion.parse("3.6.16"), new MemberName("etcd-0")));
  }

  /** A store that knows these snapshots; those that must not be restored are no sources. */
  private static KeptSources kept(List<RestoreSource> known) {
    SnapshotStore store =
        (SnapshotStore)
            Proxy.newProxyInstance(
                KeptSourcesTest.class.getClassLoader(),
                new Class<?>[] {SnapshotStore.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "known" -> known;
                      case "sources" ->
                          known.stream().filter(one -> one.unusable().isEmpty()).toList();
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return new KeptSources(store, new ClusterKey("main"));
  }
}
