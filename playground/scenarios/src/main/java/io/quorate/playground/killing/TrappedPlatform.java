package io.quorate.playground.killing;

import io.quorate.port.DataDirectories;
import io.quorate.port.Installations;
import io.quorate.port.Platform;
import io.quorate.port.Workloads;

/** What runs the members, with the trap around what is done to them. */
record TrappedPlatform(Platform real, TrappedAttempt attempt) implements Platform {
  @Override
  public Workloads workloads() {
    return new TrappedWorkloads(real.workloads(), attempt);
  }

  @Override
  public DataDirectories data() {
    return new TrappedDataDirectories(real.data(), attempt);
  }

  @Override
  public Installations installations() {
    return new TrappedInstallations(real.installations(), attempt);
  }
}
