package io.quorate.runbook.placement;

import io.quorate.step.ReasonCode;

/** Reasons of scale and planned-migration. */
public enum PlacementReason implements ReasonCode {
  AS_MANY_VOTERS("The cluster has as many voters as wanted.", ""),
  NO_VOTERS_WANTED("A cluster needs a voter.", "Say an odd number of voters, from 1."),
  EVEN_NUMBER_WANTED(
      "An even number of voters tolerates no more losses than one voter less.",
      "Say an odd number."),
  TOO_MANY_VOTERS("More voters make every write slower for no gain.", "Say a smaller odd number."),
  TOO_FEW_CONFIGURED(
      "quorate.yml has too few members for this many voters.",
      "Write the members that are to come into quorate.yml."),
  PLACES_FIXED(
      "The platform can neither make the place of a member now, nor give one up.",
      "Do what the refusal says, then plan again."),
  PLACE_IN_THE_MIDDLE(
      "A place that is to be given up is not the last, and the platform gives up its last one"
          + " first.",
      "Scale up first, which brings the member of that place back."),
  AT_ITS_NEXT_PLACE(
      "The member is at its next place.",
      "Put what next: says in place of the entry of the member in quorate.yml."),
  NEXT_NOT_CONFIGURED(
      "Where the member is to go is not configured.",
      "Write next: into the entry of the member in quorate.yml."),
  AT_ITS_DESTINATION("The member runs where it was to go, and votes.", ""),
  DESTINATION_NOT_NAMED(
      "Where the member is to go is not said.", "Say --to-node NODE or --to-zone ZONE."),
  DESTINATION_CONFIGURED(
      "A node or zone cannot be named where the configuration says where members are.",
      "Write next: into the entry of the member in quorate.yml."),
  DESTINATION_CLOSED(
      "The member cannot run at the node or zone that was named.",
      "Choose another one, or mend what the refusal names."),
  DESTINATION_UNSEEN("Nothing is known of the node or zone at this moment.", ""),
  NODE_SHARED(
      "Another voter runs on the node, and both would fail together.",
      "Choose another node, or say --accept-placement."),
  NEXT_CANNOT_START(
      "Nothing can be started at the next place.",
      "Put its settings there, with the URLs and ETCD_DATA_DIR of the next place."),
  NEXT_NOT_EMPTY(
      "There is data at the next place, and unknown data is never overwritten.",
      "Look whose data is there; move the data away and delete nothing."),
  NEXT_HAS_THE_SAME_URL(
      "The next place has a URL of the old place, and both run for a while.",
      "Give next: URLs of its own, or say --by data-move."),
  ZONE_TOO_FULL(
      "After the move the loss of one zone or site would stop all writes.",
      "Choose another place, or say --accept-placement."),
  LEAVES_AN_EVEN_NUMBER("The move would leave an even number of voters.", "scale comes first."),
  DATA_MOVE_UNDER_WAY(
      "A migration with --by data-move is under way.",
      "Go on with --by data-move, or start the member again with member-restart."),
  REPLACE_UNDER_WAY(
      "A migration with --by replace is under way.",
      "Go on with --by replace, or remove the new member first."),
  LOG_CANNOT_MOVE(
      "The log of the member has a directory of its own that cannot be moved.",
      "Give the next place a log directory of its own, or say --by replace."),
  WHICH_URL_IS_REPLACED(
      "The member is listed at several URLs, and which one is replaced is not known.",
      "Say --by replace."),
  DATA_NOT_WHOLE_TO_MOVE(
      "The data of the member is not whole, so it is not moved.", "Say --by replace.");

  private final Explanation explained;

  PlacementReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
