package io.quorate.configuration;

import java.nio.file.Path;

/** Snapshots in a directory of the machine that Quorate runs on. */
public record SnapshotDirectory(Path directory) implements SnapshotSettings {}
