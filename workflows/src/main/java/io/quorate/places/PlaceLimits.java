package io.quorate.places;

/**
 * Limits of the fleet. All are at least 1.
 *
 * @param atOnce operations in disruptive steps at one time
 * @param perDomain of them in one failure domain
 * @param restores restores from one snapshot store at one time, beside the others
 */
public record PlaceLimits(int atOnce, int perDomain, int restores) {
  public static final PlaceLimits STANDARD = new PlaceLimits(5, 1, 3);

  public PlaceLimits {
    if (Math.min(Math.min(atOnce, perDomain), restores) < 1) {
      throw new IllegalArgumentException("a limit below 1 would keep every operation waiting");
    }
  }
}
