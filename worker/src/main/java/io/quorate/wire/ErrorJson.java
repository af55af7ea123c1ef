package io.quorate.wire;

/** Every answer of the gateway that is no success. */
public record ErrorJson(String error) {}
