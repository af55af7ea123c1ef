package io.quorate.port;

import io.quorate.workload.WorkloadControl;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Takeover of the workloads of one cluster from the platform's own controller, which would undo
 * what Quorate does to a member. The mutating methods act only on what they have just checked, may
 * be called again, and throw a {@link Failure}.
 */
public interface Takeover {
  /** The takeover on a platform without such a controller: there is nothing to take over. */
  Takeover NOT_NEEDED =
      new Takeover() {
        @Override
        public Optional<WorkloadControl> look() {
          return Optional.empty();
        }

        @Override
        public void takeOver(Permit permit) {
          throw nothing();
        }

        @Override
        public void handBack(Permit permit) {
          throw nothing();
        }

        private Failure nothing() {
          return new Failure.Refused("this platform has no controller to take workloads over from");
        }
      };

  /**
   * The control of the workloads; empty on a platform where Quorate takes none over. Never throws:
   * an unknown holder is an answer.
   */
  Optional<WorkloadControl> look();

  /**
   * As {@link #look()}, for an operation: what a person has stated for this operation alone counts.
   */
  default Optional<WorkloadControl> look(Optional<String> operation) {
    return look();
  }

  /** Takes the workloads over: the controller starts no member until they are handed back. */
  void takeOver(Permit permit);

  /**
   * Hands the workloads back as the controller had them, whoever took them over, and whatever a
   * plan has left. A member that is held stays held.
   */
  void handBack(Permit permit);

  /** As {@link #takeOver}, of a controller in whose form no member can be held. */
  default void takeOverToAdopt(Permit permit) {
    throw formless();
  }

  /**
   * Gives the controller the form in which members can be held, while all members run on.
   *
   * @param form the {@linkplain io.quorate.workload.WorkloadForm#id id} of the objects in the plan
   * @return the evidence of the last look
   */
  default String adopt(String form, Permit permit) {
    throw formless();
  }

  /** Takes {@link #adopt} back, from wherever it came to. */
  default String giveBackForm(String form, Permit permit) {
    throw formless();
  }

  private static Failure formless() {
    return new Failure.Refused("this platform has no controller whose form could be changed");
  }

  /**
   * Clears what holds have left beside the held members, such as a member that the controller
   * started again into a hold. Waits for nobody, and leaves a hold alone that is under way. Throws
   * a {@link Failure} where the platform cannot be asked.
   *
   * @param isOver whether the operation of this id is known to have ended a while ago. What it has
   *     taken over is handed back: its own end, such as a termination in Temporal, has not done so
   */
  default void tidy(Predicate<String> isOver) {}

  /** Clears what holds have left, and hands back no set: no operation is known to have ended. */
  default void tidy() {
    tidy(operation -> false);
  }
}
