package io.quorate.port;

/**
 * Two files with which a unit whose settings are flags can be operated: an environment file with
 * them, and a drop-in that reads it and starts etcd without flags. etcd does not start with a flag
 * and its variable, so what Quorate writes cannot stand beside flags.
 *
 * @param environmentFile where the first belongs
 * @param dropIn where the second belongs
 */
public record Adoption(String environmentFile, String settings, String dropIn, String unitText) {}
