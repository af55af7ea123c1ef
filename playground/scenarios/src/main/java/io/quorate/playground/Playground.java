package io.quorate.playground;

import io.quorate.command.Output;
import io.quorate.command.Terminal;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Kind;
import io.quorate.playground.machines.MachinesScenarios;
import io.quorate.playground.sets.SetScenarios;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import io.quorate.playground.telling.VerdictText;
import io.quorate.wire.Json;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of {@code quorate playground}, from the request to the exit code. */
public final class Playground {
  private static final int GOOD = 0;
  private static final int NOT_GOOD = 1;
  private static final int WRONG_USAGE = 2;
  private static final int UNREACHABLE = 5;

  private final PlayRequest request;
  private final Terminal terminal;
  private final Product product;
  private final Narrator narrator;

  private Playground(PlayRequest request, Terminal terminal, Product product) {
    this.request = request;
    this.terminal = terminal;
    this.product = product;
    this.narrator = new Narrator(terminal.err());
  }

  /** Plays the request and returns the exit code. */
  public static int play(PlayRequest request, Terminal terminal, Product product) {
    if (request.kind() == Kind.LIST) {
      terminal
          .out()
          .print(Scenarios.list() + MachinesScenarios.OFFER.list() + SetScenarios.OFFER.list());
      return GOOD;
    }
    return new Playground(request, terminal, product).play();
  }

  private int play() {
    Performance asked;
    try {
      asked = asked();
    } catch (IllegalArgumentException wrong) {
      return told(WRONG_USAGE, wrong.getMessage());
    }
    Optional<String> whyNot = asked.whyNotHere();
    if (whyNot.isPresent()) {
      return told(UNREACHABLE, whyNot.get());
    }
    try (var hook = ShutdownHook.ofThisProcess()) {
      return play(asked.with(Tools.ofThisMachine(terminal.environment(), narrator::tell)));
    } catch (ToolMissingException missing) {
      return told(UNREACHABLE, missing.getMessage());
    } catch (InterruptedException calledOff) {
      return told(NOT_GOOD, "ended before it was done");
    }
  }

  private Performance asked() {
    return switch (request.where()) {
      case HERE -> new PerformanceHere(request, product, narrator, this::printed);
      case MACHINES -> new PerformanceOnMachines(request, narrator, this::printed);
      case KUBERNETES -> new PerformanceOnKubernetes(request, narrator, this::printed);
    };
  }

  private int play(Performance.Ready ready) throws InterruptedException {
    try (StageFolder folder = StageFolder.open(request.directory(), narrator)) {
      return play(ready, folder);
    } catch (FolderInUseException inUse) {
      return told(WRONG_USAGE, inUse.getMessage());
    } catch (IOException broken) {
      return told(NOT_GOOD, broken.getMessage());
    }
  }

  private int play(Performance.Ready ready, StageFolder folder)
      throws IOException, InterruptedException {
    int code;
    try (var logs = Logs.into(folder, narrator)) {
      code = ready.in(folder);
    } catch (InterruptedException calledOff) {
      tidyUp(folder, request.afterwards());
      throw calledOff;
    } catch (NotInTimeException | IllegalStateException | IOException broken) {
      narrator.tell("it did not work: " + broken.getMessage());
      code = NOT_GOOD;
    }
    if (code != GOOD) {
      Logs.show(folder, narrator);
    }
    tidyUp(folder, code == GOOD ? request.afterwards() : Afterwards.KEEP);
    return code;
  }

  private void tidyUp(StageFolder folder, Afterwards afterwards) throws IOException {
    if (afterwards == Afterwards.CLEAN_UP && folder.isTemporary()) {
      folder.remove();
      narrator.plain(
          "Removed "
              + folder.path()
              + " and all that is in it; --directory DIR or --keep would have kept it.");
    } else {
      narrator.plain("Files and logs: " + folder.path());
    }
  }

  private int printed(Verdict verdict) {
    terminal
        .out()
        .print(
            request.output() == Output.JSON
                ? Json.text(verdict) + "\n"
                : new VerdictText(verdict).text());
    terminal.out().flush();
    return verdict.good() ? GOOD : NOT_GOOD;
  }

  private int told(int code, @Nullable String sentence) {
    terminal.err().println("quorate: " + sentence);
    return code;
  }
}
