package io.quorate.playground.machines;

import io.quorate.lab.machine.Machines;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Scene;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Means of a scenario on machines. */
final class MachinesScene extends Scene {
  private final MachinesStage stage;

  MachinesScene(MachinesStage stage, Narrator narrator, Consent consent) {
    super(stage.payments(), stage.command(), narrator, consent);
    this.stage = stage;
  }

  Machines machines() {
    return stage.machines();
  }

  /** Returns the version to which members may be moved. */
  String newest() {
    return stage.newest();
  }

  /** Returns what a line of shell prints on a machine, run as root. */
  String on(int machine, String line) throws IOException, InterruptedException {
    return machines().on(machine, line).strip();
  }

  /** Replaces a text in the configuration, which the product then starts with. */
  void reconfigure(String from, String to) throws IOException, InterruptedException {
    Path file = stage.configuration();
    Files.writeString(file, Files.readString(file).replace(from, to));
    stage.serveAgain();
  }
}
