package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.kubernetes.LeaseClaim.Next;
import io.quorate.port.ClusterLock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Who may act under a lease, whatever the clocks of machines say. */
class LeaseClaimTest {
  private static final Duration DURATION = Duration.ofSeconds(30);
  private static final long SECOND = 1_000_000_000L;

  private static final Owner ME = new Owner("me", "orders.1");

  private final LeaseClaim claim = new LeaseClaim(DURATION);

  @Test
  void aLeaseThatIsNotThereIsMade() {
    assertThat(claim.next(Optional.empty(), ME, 0)).isEqualTo(new Next.Create());
  }

  @Test
  void anOwnLeaseIsRenewedAsItIs() {
    assertThat(next("me/orders.1", "1", 0)).isEqualTo(new Next.Renew());
  }

  @Test
  void aLeaseOfAnEarlierOperationOfTheInstallationIsTakenOverAtOnce() {
    assertThat(next("me/orders.0", "1", 0)).isEqualTo(new Next.TakeOver());
  }

  @Test
  void aLeaseThatWasGivenBackIsTakenOver() {
    assertThat(next("", "1", 0)).isEqualTo(new Next.TakeOver());
  }

  @Test
  void aLeaseOfSomebodyElseIsTakenOverAfterItsWholeDurationWithoutARenewal() {
    assertThat(next("other/1", "1", 0)).isEqualTo(new Next.Wait(held("other/1", "1"), DURATION));
    assertThat(next("other/1", "1", 29)).isInstanceOf(Next.Wait.class);
    assertThat(next("other/1", "2", 30)).as("renewed").isInstanceOf(Next.Leave.class);
    assertThat(next("other/1", "2", 59)).isInstanceOf(Next.Leave.class);
    assertThat(next("other/1", "2", 60)).isEqualTo(new Next.TakeOver());
  }

  @Test
  void aHolderThatHasJustTakenTheLeaseWasNotSeenToRenewIt() {
    next("other/1", "1", 0);
    assertThat(next("third/1", "2", 10)).isInstanceOf(Next.Wait.class);
  }

  @Test
  void aLeaseThatClaimsNoTimeIsNotTakenOverAtOnce() {
    LeaseView lease =
        new LeaseView("u", "1", "other/1", Duration.ZERO, 0, Optional.empty(), Optional.empty());
    assertThat(claim.next(Optional.of(lease), ME, 0)).isEqualTo(new Next.Wait(lease, DURATION));
  }

  @Test
  void aHolderStopsBeforeTheLeaseRunsOut() {
    claim.written(0);
    assertThat(claim.holds(19 * SECOND)).isTrue();
    assertThat(claim.holds(20 * SECOND)).isFalse();
  }

  @Test
  void aLeaseThatSomebodyElseHasIsLostAtOnce() {
    claim.written(0);
    next("other/1", "9", 1);
    assertThat(claim.holds(SECOND)).isFalse();
  }

  private Next next(String holder, String version, int second) {
    return claim.next(Optional.of(held(holder, version)), ME, second * SECOND);
  }

  /** A request of one of two claims: when it begins, reads, writes and is answered. */
  record Turn(int who, int pause, int toRead, int toWrite, int toAnswer, boolean answered) {}

  @Provide
  Arbitrary<List<Turn>> turns() {
    Arbitrary<Integer> delay = Arbitraries.integers().between(0, 12);
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 25),
            delay,
            delay,
            delay,
            Arbitraries.of(true, true, true, false))
        .as(Turn::new)
        .list()
        .ofMinSize(2)
        .ofMaxSize(60);
  }

  /** However long requests take, and whichever answers are lost. */
  @Property
  void atNoTimeDoTwoHoldOneLease(@ForAll("turns") List<Turn> turns) {
    List<LeaseClaim> claims = new ArrayList<>();
    for (int who = 0; who < 3; who++) {
      claims.add(new LeaseClaim(DURATION));
    }
    Optional<LeaseView> lease = Optional.empty();
    int version = 0;
    long now = 0;
    for (Turn turn : turns) {
      now += turn.pause() * SECOND;
      LeaseClaim claim = claims.get(turn.who());
      long asked = now;
      now += turn.toRead() * SECOND;
      Owner owner = new Owner("claim-" + turn.who(), "1");
      Next next = claim.next(lease, owner, asked);
      // The write is refused where the lease has changed since; here nothing comes in between.
      now += turn.toWrite() * SECOND;
      if (!(next instanceof Next.Wait || next instanceof Next.Leave)) {
        lease = Optional.of(held(LeaseView.holder(owner), Integer.toString(++version)));
        now += turn.toAnswer() * SECOND;
        if (turn.answered()) {
          claim.written(asked);
        }
      }
      long at = now;
      assertThat(claims.stream().filter(each -> each.holds(at)).count()).isLessThanOrEqualTo(1);
    }
  }

  private static LeaseView held(String holder, String version) {
    return new LeaseView("u", version, holder, DURATION, 4, Optional.empty(), Optional.empty());
  }
}
