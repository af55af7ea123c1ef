package io.quorate.configuration;

import java.nio.file.Path;

/** The directory of the snapshots. */
public record SnapshotSettings(Path directory) {}
