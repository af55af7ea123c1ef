package io.quorate.configuration;

import io.quorate.places.PlaceLimits;

/** Limits of the fleet: how many operations may be in disruptive steps at one time. */
final class FleetSettings {
  static final String EXAMPLE = "fleet: {atOnce: 5, perDomain: 1, restores: 3}";

  private FleetSettings() {}

  static PlaceLimits read(Section fleet) {
    PlaceLimits standard = PlaceLimits.STANDARD;
    return new PlaceLimits(
        fleet.orElse("atOnce", standard.atOnce(), FleetSettings::atLeastOne),
        fleet.orElse("perDomain", standard.perDomain(), FleetSettings::atLeastOne),
        fleet.orElse("restores", standard.restores(), FleetSettings::atLeastOne));
  }

  private static int atLeastOne(Scalar scalar) throws Wrong {
    int number = ValueParsers.number(scalar);
    if (number < 1) {
      throw new Wrong(
          "'" + scalar.written() + "' would keep every operation waiting; write " + EXAMPLE);
    }
    return number;
  }
}
