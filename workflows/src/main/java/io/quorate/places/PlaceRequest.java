package io.quorate.places;

/**
 * Request for a place.
 *
 * @param limits of the worker that asks; the last ones count
 */
public record PlaceRequest(PlaceWish wish, PlaceLimits limits) {}
