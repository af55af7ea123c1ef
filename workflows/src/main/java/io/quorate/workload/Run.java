package io.quorate.workload;

/**
 * One run of the program of a member: from a start to the next end.
 *
 * @param id identifies the run; every start has another id
 * @param words what people call the run: {@code pid 4711}
 */
public record Run(String id, String words) {}
