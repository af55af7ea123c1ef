package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.kubernetes.LeaseClaim.Next;
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

  private final LeaseClaim claim = new LeaseClaim("me", DURATION);

  @Test
  void aLeaseThatIsNotThereIsMade() {
    assertThat(claim.next(Optional.empty(), 0)).isInstanceOf(Next.Create.class);
  }

  @Test
  void anOwnLeaseIsRenewedAsItIs() {
    assertThat(claim.next(Optional.of(held("me", "1")), 0))
        .isEqualTo(new Next.Write(held("me", "1"), 4));
  }

  @Test
  void aLeaseThatWasGivenBackIsTakenOver() {
    assertThat(claim.next(Optional.of(held("", "1")), 0))
        .isEqualTo(new Next.Write(held("", "1"), 5));
  }

  @Test
  void aLeaseOfSomebodyElseIsTakenOverAfterItsWholeDurationWithoutARenewal() {
    assertThat(claim.next(Optional.of(held("other", "1")), 0))
        .isEqualTo(new Next.Wait(held("other", "1"), DURATION));
    assertThat(claim.next(Optional.of(held("other", "1")), 29 * SECOND))
        .isInstanceOf(Next.Wait.class);
    assertThat(claim.next(Optional.of(held("other", "2")), 30 * SECOND))
        .as("renewed meanwhile")
        .isEqualTo(new Next.Wait(held("other", "2"), DURATION));
    assertThat(claim.next(Optional.of(held("other", "2")), 60 * SECOND))
        .isEqualTo(new Next.Write(held("other", "2"), 5));
  }

  @Test
  void aLeaseThatClaimsNoTimeIsNotTakenOverAtOnce() {
    var lease = new LeaseView("u", "1", "other", Duration.ZERO, 0);
    assertThat(claim.next(Optional.of(lease), 0)).isEqualTo(new Next.Wait(lease, DURATION));
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
    claim.next(Optional.of(held("other", "9")), SECOND);
    assertThat(claim.holds(SECOND)).isFalse();
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
      claims.add(new LeaseClaim("claim-" + who, DURATION));
    }
    Optional<LeaseView> lease = Optional.empty();
    int version = 0;
    long now = 0;
    for (Turn turn : turns) {
      now += turn.pause() * SECOND;
      LeaseClaim claim = claims.get(turn.who());
      long asked = now;
      now += turn.toRead() * SECOND;
      Next next = claim.next(lease, asked);
      // The write is refused where the lease has changed since; here nothing comes in between.
      now += turn.toWrite() * SECOND;
      if (!(next instanceof Next.Wait)) {
        lease = Optional.of(held("claim-" + turn.who(), Integer.toString(++version)));
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
    return new LeaseView("u", version, holder, DURATION, 4);
  }
}
