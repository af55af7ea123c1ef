package io.quorate.playground.killing;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Workload;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.port.Workloads;
import java.util.List;

/** The members' processes with the trap around what is done to them. */
record TrappedWorkloads(Workloads real, TrappedAttempt attempt) implements Workloads {
  @Override
  public Workload look(MemberName member) {
    return real.look(member);
  }

  @Override
  public void hold(MemberName member, Permit permit) {
    attempt.effect(() -> real.hold(member, permit));
  }

  @Override
  public void start(MemberName member, JoinSettings settings, Permit permit) {
    attempt.effect(() -> real.start(member, settings, permit));
  }

  @Override
  public void stop(MemberName member, Permit permit) {
    attempt.effect(() -> real.stop(member, permit));
  }

  @Override
  public void terminate(MemberName member, String run, Permit permit) {
    attempt.effect(() -> real.terminate(member, run, permit));
  }

  @Override
  public void letGoOn(MemberName member, String run, Permit permit) {
    attempt.effect(() -> real.letGoOn(member, run, permit));
  }

  @Override
  public void kill(MemberName member, String run, Permit permit) {
    attempt.effect(() -> real.kill(member, run, permit));
  }

  @Override
  public List<String> lastLogLines(MemberName member, int lines) {
    return real.lastLogLines(member, lines);
  }
}
