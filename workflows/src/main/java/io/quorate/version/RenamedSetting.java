package io.quorate.version;

/**
 * One setting under two names. A name that begins with {@code ETCD_} is an environment variable,
 * any other is a feature in {@code ETCD_FEATURE_GATES}.
 *
 * @param oldIn the lines that read the old name
 * @param newIn the lines that read the new name
 */
public record RenamedSetting(
    String oldName, MinorLineRange oldIn, String newName, MinorLineRange newIn) {}
