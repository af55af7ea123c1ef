package io.quorate.places;

import java.util.List;

/** Operations that have a place or wait for one. */
public record PlacedOperations(List<PlaceWish> all) {
  public PlacedOperations {
    all = List.copyOf(all);
  }
}
