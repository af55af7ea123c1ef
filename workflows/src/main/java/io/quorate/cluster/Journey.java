package io.quorate.cluster;

/** A member that is to go to a node or zone that a person named. */
public record Journey(MemberName member, Destination to) {}
