package io.quorate.port;

/**
 * Order to bring a snapshot to a member's host.
 *
 * @param snapshot on the machine that Quorate runs on
 * @param learner whether a learner is to join what is restored of it there, which takes room too
 */
public record DeliveryOrder(SnapshotFile snapshot, boolean learner) {}
