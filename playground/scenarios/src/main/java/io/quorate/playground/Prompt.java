package io.quorate.playground;

import io.quorate.playground.telling.Narrator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A prompt that offers the scenarios, one play after the other, until {@code quit} is typed. */
final class Prompt {
  private static final String QUIT = "quit";

  private final Stage stage;
  private final Narrator narrator;
  private final Player player;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Plays a scenario to its verdict. */
  @FunctionalInterface
  interface Player {
    int play(Scenario scenario) throws IOException, InterruptedException;
  }

  Prompt(Stage stage, Narrator narrator, Player player) {
    this.stage = stage;
    this.narrator = narrator;
    this.player = player;
  }

  /**
   * Plays what is typed until {@code quit}; at the end of the input the playground keeps running.
   */
  void run() throws IOException, InterruptedException {
    Thread.ofPlatform().daemon().name("prompt").start(this::read);
    while (true) {
      String typed;
      try (var client = stage.write()) {
        offer();
        typed = lines.take().strip();
        narrator.tell(client.acknowledged() + " writes were acknowledged meanwhile");
      }
      if (typed.equals(QUIT)) {
        return;
      }
      play(typed);
    }
  }

  private void play(String typed) throws IOException, InterruptedException {
    if (typed.isEmpty()) {
      return;
    }
    try {
      player.play(Scenarios.named(typed));
    } catch (IllegalArgumentException unknown) {
      narrator.plain(String.valueOf(unknown.getMessage()));
    }
  }

  private void offer() {
    narrator.plain(
        "\nA client writes all the time. In another terminal: quorate status "
            + Stage.CLUSTER
            + " --config "
            + stage.folder().configuration()
            + "\nWhat shall happen to the cluster?\n"
            + Scenarios.list()
            + String.format("%-16s  %s", QUIT, "End everything."));
  }

  private void read() {
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException closed) {
      narrator.plain("nothing more can be typed: " + closed.getMessage());
    }
  }
}
