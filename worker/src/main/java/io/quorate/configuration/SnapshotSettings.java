package io.quorate.configuration;

/** Where snapshots and cluster records are kept. */
public sealed interface SnapshotSettings permits SnapshotDirectory, SnapshotBucket {}
