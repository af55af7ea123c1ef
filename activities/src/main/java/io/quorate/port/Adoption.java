package io.quorate.port;

/**
 * Two files with which a unit whose settings are flags can be operated: an environment file with
 * the settings, and a drop-in that reads this file and starts etcd without flags. etcd does not
 * start with a flag and the variable of the same setting, so variables must not stand beside flags.
 *
 * @param environmentFile where the first belongs
 * @param dropIn where the second belongs
 */
public record Adoption(String environmentFile, String settings, String dropIn, String unitText) {}
