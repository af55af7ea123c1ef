package io.quorate.playground.killing;

import io.quorate.cluster.MemberName;
import io.quorate.port.DataDirectories;
import io.quorate.port.HostLook;
import io.quorate.port.Installations;
import io.quorate.port.Platform;
import io.quorate.port.Restores;
import io.quorate.port.Workloads;

/**
 * The platform with the trap around what is done to the members' workloads, data and installations.
 */
record TrappedPlatform(Platform real, TrappedAttempt attempt) implements Platform {
  @Override
  public HostLook look(MemberName member) {
    return real.look(member);
  }

  @Override
  public HostLook examine(MemberName member) {
    return real.examine(member);
  }

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

  @Override
  public Restores restores() {
    return new TrappedRestores(real.restores(), attempt);
  }
}
