package io.quorate.runbook.placement;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.StableName;
import io.quorate.runbook.Options;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Request to move a member, with the way to do it.
 *
 * @param placement whether a person accepted a placement worse than before
 * @param to the node or zone to which it is to go; empty for the next place of its configuration
 */
public record PlannedMigrationRequest(
    MemberName member, By by, Placement placement, Optional<Destination> to) {
  static final String NAME = "planned-migration";
  static final String MEMBER = "member";
  static final String BY = "by";
  static final String TO_NODE = "to-node";
  static final String TO_ZONE = "to-zone";
  static final String ACCEPT_PLACEMENT = "accept-placement";

  /** Ways of a migration. */
  public enum By {
    /** A newcomer joins at the next place, then the old member is removed. */
    REPLACE,
    /** The member goes to the next place with a copy of its data, and stays the same member. */
    DATA_MOVE;

    String word() {
      return StableName.of(this);
    }

    private static By of(String typed) {
      String word = typed.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
      for (By way : values()) {
        if (way.word().equals(word)) {
          return way;
        }
      }
      throw new IllegalArgumentException(
          "there is no way '" + typed + "' to move a member; ways: replace, data-move");
    }
  }

  /**
   * Acceptance of a placement in which the loss of one zone stops all writes and did not before.
   */
  public enum Placement {
    NO_WORSE,
    WORSE_ACCEPTED
  }

  static PlannedMigrationRequest of(Options options) {
    List<MemberName> members = options.members(MEMBER);
    if (members.size() != 1) {
      throw new IllegalArgumentException("say which one member is to be moved: --member etcd-1");
    }
    List<String> ways = options.all(BY);
    if (ways.size() > 1) {
      throw new IllegalArgumentException("say once how it is to be moved: --by data-move");
    }
    Optional<Destination> to = to(options);
    if (to.isPresent() && !ways.isEmpty()) {
      throw new IllegalArgumentException(
          "with a node or zone the platform says how the member goes there: leave --by out");
    }
    return new PlannedMigrationRequest(
        members.get(0),
        ways.isEmpty() ? By.REPLACE : By.of(ways.get(0)),
        options.flag(ACCEPT_PLACEMENT) ? Placement.WORSE_ACCEPTED : Placement.NO_WORSE,
        to);
  }

  private static Optional<Destination> to(Options options) {
    List<Destination> all =
        Stream.concat(
                options.all(TO_NODE).stream().map(Destination::node),
                options.all(TO_ZONE).stream().map(Destination::zone))
            .toList();
    if (all.size() > 1) {
      throw new IllegalArgumentException(
          "say once where it is to go: --to-node NODE or --to-zone ZONE");
    }
    return all.stream().findFirst();
  }

  /** The request in words, without the name of the cluster. */
  String title() {
    return "move "
        + member
        + to.map(there -> " to " + there.words()).orElseGet(() -> " by " + by.word());
  }

  /** The options that mean this request. */
  Map<String, List<String>> options() {
    Map<String, List<String>> options = new TreeMap<>();
    options.put(MEMBER, List.of(member.value()));
    to.ifPresentOrElse(
        there ->
            options.put(
                switch (there.kind()) {
                  case NODE -> TO_NODE;
                  case ZONE -> TO_ZONE;
                },
                List.of(there.name())),
        () -> options.put(BY, List.of(by.word())));
    if (placement == Placement.WORSE_ACCEPTED) {
      options.put(ACCEPT_PLACEMENT, List.of());
    }
    return options;
  }
}
