package io.quorate.execution;

import static io.quorate.execution.SourceAt120.keys;
import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.observation.Voters;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.Recovered;
import io.quorate.port.Restores;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Trial;
import io.quorate.record.RestoredMember;
import io.quorate.step.RestoredClusters.VerifyRestored;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A restored member, started where nobody can reach it, against the snapshot that it is of. */
class VerifyRestoredTest {
  private static final MemberName FIRST = new MemberName("etcd-0");
  private static final long BUMP = 1_000_000_000;
  private static final RestoredMember RESTORED =
      RestoredMember.of(FIRST, "http://127.0.0.1:2380", "token");

  private Optional<KeysOfSource> found = SourceAt120.content().keys();
  private long revision = 120;
  private DataOwner owner = RESTORED.owner();
  private boolean storeAnswers = true;
  private Revision askedAt = new Revision(0);

  @Test
  void theSameKeysAreToldWithTheirHash() {
    assertThat(verified(0))
        .isEqualTo(
            "etcd-0 is %s, revision 120, 7 keys, the hash of its source: as the approvers were told,"
                    .formatted(owner)
                + " and no more is lost than that");
  }

  @Test
  void asManyOtherKeysAreRefusedByTheirHash() {
    found = Optional.of(keys(7, 0xb2, 120));
    refusedWith(
        "restored its keys at revision 120 have the hash 000000b2, and those of its source"
            + " 000000a1");
  }

  @Test
  void fewerKeysAreRefused() {
    found = Optional.of(keys(6, 0xa1, 120));
    refusedWith("it has 6 keys, and the source had 7");
  }

  @Test
  void aLowerRevisionIsRefused() {
    revision = 119;
    refusedWith("its revision is 119, and has to be 120");
  }

  @Test
  void anotherMembersDataIsRefused() {
    owner = new DataOwner(new MemberId(1), new ClusterId(2));
    refusedWith("it is " + owner);
  }

  /** Leases that ran out after the start are changes of its own: keys and hash are others then. */
  @Test
  void changesByEtcdAfterItsStartFailNoVerification() {
    revision = 122;
    found = Optional.of(new KeysOfSource(6, new HashOfKeys(9, new Revision(0), new Revision(122))));
    assertThat(verified(0))
        .contains("no hash to compare: its source compacted meanwhile")
        .endsWith("2 changes more than the report announced");
  }

  @Test
  void keysAreCountedAndHashedAtTheRevisionOfTheSource() {
    verified(0);
    assertThat(askedAt).isEqualTo(new Revision(120));
    revision = 120 + BUMP;
    verified(BUMP);
    assertThat(askedAt).isEqualTo(new Revision(120 + BUMP));
  }

  @Test
  void raisedRevisionsHaveAnotherHash() {
    revision = 120 + BUMP;
    found =
        Optional.of(
            new KeysOfSource(7, new HashOfKeys(1, new Revision(0), new Revision(120 + BUMP))));
    assertThat(verified(BUMP))
        .contains(", no hash to compare: revisions were raised: as the approvers were told");
  }

  @Test
  void aStoreThatDoesNotAnswerAnyMoreKeepsNobodyFromVerifying() {
    storeAnswers = false;
    assertThat(verified(0)).contains("7 keys, no hash to compare with: ");
  }

  private void refusedWith(String why) {
    assertThatThrownBy(() -> verified(0))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage("what was restored is not the source: " + why + "; nobody could reach it");
  }

  private String verified(long bump) {
    var step =
        new VerifyRestored(
            RESTORED, new Revision(120), bump, Optional.of(7L), Optional.of(SourceAt120.FILE));
    return RestoreExecutors.verifyRestored(step, context()).orElseThrow();
  }

  private StepContext context() {
    return PretendedContext.on(
        Voters.of(EtcdVersion.parse("3.6.16"), FIRST),
        answering(Platform.class, "restores", () -> restores()),
        store());
  }

  private Restores restores() {
    return port(
        Restores.class,
        (call, with) -> {
          assertThat(call).isEqualTo("verifyInPlace");
          askedAt = (Revision) with[1];
          return trial();
        });
  }

  private Trial trial() {
    return new Trial(
        new Recovered(
            Optional.of(owner), new Revision(revision), found, List.of(), Optional.empty(), false),
        Duration.ZERO,
        Duration.ofSeconds(1),
        Optional.empty(),
        Optional.empty());
  }

  private SnapshotStore store() {
    return port(
        SnapshotStore.class,
        (call, with) -> {
          if (!storeAnswers) {
            throw new Failure.Transient("the bucket does not answer");
          }
          return switch (call) {
            case "known" -> List.of(SourceAt120.source());
            case "contentOf" -> Optional.of(SourceAt120.content());
            default -> throw new AssertionError(call);
          };
        });
  }
}
