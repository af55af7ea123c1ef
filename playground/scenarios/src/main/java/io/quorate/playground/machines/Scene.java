package io.quorate.playground.machines;

import io.quorate.lab.machine.Machines;
import io.quorate.playground.machines.ChildJvm.Ended;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Progress;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Means of a scenario on machines: how the scenario acts, and the differences that it found. */
final class Scene {
  private static final String APPROVER = "dana";

  private final MachinesStage stage;
  private final Narrator narrator;
  private final Consent consent;
  private final Progress progress;
  private final List<String> differences = new ArrayList<>();
  private Optional<ShowJson> operation = Optional.empty();

  Scene(MachinesStage stage, Narrator narrator, Consent consent) {
    this.stage = stage;
    this.narrator = narrator;
    this.consent = consent;
    this.progress = new Progress(narrator);
  }

  Machines machines() {
    return stage.machines();
  }

  Operated payments() {
    return stage.payments();
  }

  /** Returns the version to which members may be moved. */
  String newest() {
    return stage.newest();
  }

  /** Returns what a line of shell prints on a machine, run as root. */
  String on(int machine, String line) throws IOException, InterruptedException {
    return machines().on(machine, line).strip();
  }

  void tell(String sentence) {
    narrator.tell(sentence);
  }

  /** Tells this line of what the product said, which has to be there. */
  void tellOf(Ended verb, String part) {
    Optional<String> line = verb.said().lines().filter(one -> one.contains(part)).findFirst();
    demand(line.isPresent(), "the product does not say " + part + ", but: " + verb.said());
    line.map(String::strip).ifPresent(narrator::tell);
  }

  /** Keeps the difference unless this holds. */
  void demand(boolean holds, String difference) {
    if (!holds) {
      differences.add(difference);
    }
  }

  /** Waits until the cluster is whole. */
  void awaitWhole() throws InterruptedException {
    payments().until("all members to serve", () -> payments().diagnosis().equals("whole"));
  }

  /** Starts a runbook, gets the yes, and follows the operation to its end. */
  void carriedOut(String runbook, String... options) throws IOException, InterruptedException {
    ends(approved(runbook, options));
  }

  /** Starts a runbook and gets the yes; returns the operation. */
  String approved(String runbook, String... options) throws IOException, InterruptedException {
    narrator.tell("a colleague of dana starts " + runbook + " " + String.join(" ", options));
    String id = payments().started(runbook, options);
    follow("waiting-for-approval", id);
    if (consent == Consent.GIVEN) {
      payments().approve(id, "--as", APPROVER);
      narrator.tell(APPROVER + " approves");
    } else {
      narrator.plain(
          "\nYour answer is needed. In another terminal: "
              + stage.command()
              + " approve "
              + id
              + " --as "
              + APPROVER
              + " --digest "
              + payments().operation(id).openApproval().orElseThrow().digest().substring(0, 8)
              + "\n");
      payments().until("the answer", () -> payments().operation(id).openApproval().isEmpty());
    }
    return id;
  }

  /** Follows the operation to its end. */
  void ends(String id) throws IOException, InterruptedException {
    follow("completed", id);
  }

  private void follow(String state, String id) throws IOException, InterruptedException {
    payments()
        .comesTo(
            state,
            id,
            now -> {
              operation = Optional.of(now);
              progress.look(now);
            });
  }

  /** Replaces a text in the configuration, which the product then starts with. */
  void reconfigure(String from, String to) throws IOException, InterruptedException {
    Path file = stage.configuration();
    Files.writeString(file, Files.readString(file).replace(from, to));
    stage.serveAgain();
  }

  List<String> differences() {
    return List.copyOf(differences);
  }

  Optional<ShowJson> operation() {
    return operation;
  }
}
