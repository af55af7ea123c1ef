package io.quorate.places;

/**
 * Answer to an operation that wants a place.
 *
 * @param operation its id
 * @param given whether the operation has its place
 * @param words where it stands in the queue, and what it waits for: {@code place 3 of 7; 5 of 5
 *     places are taken}
 */
public record PlaceAnswer(String operation, boolean given, String words) {}
