package io.quorate.configuration;

import java.nio.file.Path;

/** Where snapshots are kept. */
public record SnapshotSettings(Path directory) {}
