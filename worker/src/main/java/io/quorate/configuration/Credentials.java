package io.quorate.configuration;

/** An etcd user, for clusters with authentication. */
public record Credentials(SecretFile user, SecretFile password) {}
