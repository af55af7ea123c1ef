package io.quorate.wire;

/** Answer of the gateway to every request that failed, with a status of 400 or more. */
public record ErrorJson(String error) {}
