package io.quorate.cluster;

/** Where the configuration has a member: what a replacement is added with. */
public record Place(String peerUrl, String clientUrl, FailureDomain zone) {}
