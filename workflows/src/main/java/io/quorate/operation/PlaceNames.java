package io.quorate.operation;

/** Names of the places of the fleet, in Temporal's terms. Append-only: histories name them. */
public final class PlaceNames {
  /** The workflow type; its only argument is a {@code Places}, or nothing. */
  public static final String TYPE = "FleetPlaces";

  /** Id of the workflow; an installation runs one. */
  public static final String WORKFLOW_ID = "fleet/places";

  /** Update: a {@code PlaceRequest}, answered by a {@code PlaceAnswer}. Counts once. */
  public static final String ASK = "ask";

  /** Signal: the id of an operation that needs its place no more. */
  public static final String FREE = "free";

  /** Query: {@code Places}. */
  public static final String STATE = "state";

  /** Activity: asks for the place of an operation. */
  public static final String TAKE = "TakePlace";

  /** Activity: tells which operations have ended without a word. */
  public static final String ENDED = "EndedOperations";

  /** Signal to an operation: a {@code PlaceAnswer}; the operation has its place. */
  public static final String GIVEN = "placeGiven";

  private PlaceNames() {}
}
