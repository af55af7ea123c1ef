package io.quorate.workload;

import io.quorate.cluster.Destination;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Journey;
import java.util.List;
import java.util.Optional;

/**
 * Answer of the platform about a member that is to go to a node or zone.
 *
 * @param zone the failure domain in which the member would be; empty where the platform does not
 *     tell it
 * @param notes what whoever approves has to know beside that, each a sentence or two
 */
public record Arrival(Journey journey, Way way, Optional<FailureDomain> zone, List<String> notes) {
  /** Ways of the data of the member. */
  public sealed interface Way {}

  /** The data goes along: what has it can be used at the destination. */
  public record Follows() implements Way {}

  /**
   * The data stays: its volume cannot be used at the destination, and the member gets a new one.
   *
   * @param volume identifies the volume that stays
   * @param why it stays, a clause
   */
  public record Leaves(String volume, String why) implements Way {}

  /**
   * The member cannot run at the destination.
   *
   * @param fact why, as a sentence
   * @param todo what a person can do, each a sentence or a command
   */
  public record Closed(String fact, List<String> todo) implements Way {
    public Closed {
      todo = List.copyOf(todo);
    }
  }

  /** Nothing is known of the destination at this moment, for this reason. */
  public record Unseen(String why) implements Way {}

  public Arrival {
    notes = List.copyOf(notes);
  }

  /** An arrival of which nothing but its way is worth telling. */
  public Arrival(Journey journey, Way way) {
    this(journey, way, Optional.empty(), List.of());
  }

  public Destination to() {
    return journey.to();
  }

  /** Whether a member that was seen there has arrived. */
  public boolean isAt(Placement seen) {
    return switch (to().kind()) {
      case NODE -> seen.node().filter(to().name()::equals).isPresent();
      case ZONE -> seen.zone().filter(new FailureDomain(to().name())::equals).isPresent();
    };
  }

  /** The volume that does not go along; empty where the data does, or the member cannot go. */
  public Optional<Leaves> leaving() {
    return way instanceof Leaves leaves ? Optional.of(leaves) : Optional.empty();
  }
}
