package io.quorate.port;

import io.quorate.step.Reason;
import java.time.Duration;
import java.util.Optional;

/**
 * Lock of one cluster between installations of Quorate, which know nothing of each other. Within an
 * installation Temporal lets one operation change a cluster at a time, so the lock belongs to the
 * installation: a worker goes on where another one was killed.
 */
public interface ClusterLock {
  /** The lock on a platform that has no place for one. */
  ClusterLock NONE =
      new ClusterLock() {
        @Override
        public Duration pace() {
          return Duration.ofMinutes(1);
        }

        @Override
        public Optional<Reason> take(Owner owner) {
          return Optional.empty();
        }

        @Override
        public void renew(String installation) {}

        @Override
        public void require() {}

        @Override
        public void giveBack(String installation) {}

        @Override
        public boolean keep(String installation) {
          return true;
        }
      };

  /**
   * Owner of the lock.
   *
   * @param installation id of the Temporal namespace that carries the operation out
   * @param operation id of the operation, for people
   */
  record Owner(String installation, String operation) {}

  /** Pause between two renewals while a change is under way. */
  Duration pace();

  /**
   * Takes the lock, or makes sure that this installation has it. Throws a {@link Failure}, {@link
   * Failure.NotYet} while nobody knows whether the installation that has the lock still lives.
   *
   * @return why the lock is not taken: another installation has it, and lives
   */
  Optional<Reason> take(Owner owner);

  /** Renews a lock that this installation has, and no other. Throws a {@link Failure}. */
  void renew(String installation);

  /**
   * Throws {@link Failure.Transient} where this process does not know for certain that its
   * installation has the lock. Asks nobody.
   */
  void require();

  /** Gives the lock back, and leaves nothing of it. A lock of another installation stays. */
  void giveBack(String installation);

  /**
   * Renews the lock of an operation that waits, for a person or for a worker, and removes a lock
   * that an operation left behind. Throws a {@link Failure}.
   *
   * @return whether no other installation has the lock
   */
  boolean keep(String installation);
}
