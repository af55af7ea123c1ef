package io.quorate.worker;

import io.quorate.command.Looks;
import io.quorate.command.Parts;
import io.quorate.command.PlaygroundWish;
import io.quorate.command.Probe;
import io.quorate.command.Roles;
import io.quorate.configuration.Configuration;
import java.util.List;

/** Puts everything together by hand. A verb loads what it asks for here, and nothing else. */
final class Wiring implements Parts {
  @Override
  public Looks looks(Configuration configuration) {
    throw new UnsupportedOperationException("looking at clusters is not wired yet");
  }

  @Override
  public List<Probe> probes(Configuration configuration) {
    throw new UnsupportedOperationException("reaching for Temporal and Slack is not wired yet");
  }

  @Override
  public int serve(Configuration configuration, Roles roles) {
    throw new UnsupportedOperationException("serving is not wired yet");
  }

  @Override
  public int play(PlaygroundWish wish) {
    throw new UnsupportedOperationException("the playground is not wired yet");
  }
}
