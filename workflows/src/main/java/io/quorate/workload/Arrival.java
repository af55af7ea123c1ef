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
 * @param node the node that the platform chose in a zone; empty where a person named the node, or
 *     none was chosen
 */
public record Arrival(
    Journey journey,
    Way way,
    Optional<FailureDomain> zone,
    List<String> notes,
    Optional<String> node) {
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
    this(journey, way, Optional.empty(), List.of(), Optional.empty());
  }

  /** Returns the place of the start: the chosen node, or else the place that a person named. */
  public Destination to() {
    return node.map(Destination::node).orElseGet(journey::to);
  }

  /** Whether a member that was seen there has arrived where a person wants it. */
  public boolean isAt(Placement seen) {
    String wanted = journey.to().name();
    return switch (journey.to().kind()) {
      case NODE -> seen.node().filter(wanted::equals).isPresent();
      case ZONE -> seen.zone().filter(new FailureDomain(wanted)::equals).isPresent();
    };
  }

  /** The volume that does not go along; empty where the data does, or the member cannot go. */
  public Optional<Leaves> leaving() {
    return way instanceof Leaves leaves ? Optional.of(leaves) : Optional.empty();
  }
}
