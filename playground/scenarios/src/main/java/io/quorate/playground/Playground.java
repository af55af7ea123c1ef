package io.quorate.playground;

import io.quorate.command.Output;
import io.quorate.command.Surface;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.EtcdRelease;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.PlayRequest.Kind;
import io.quorate.playground.killing.KillPoint;
import io.quorate.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of {@code quorate playground}, from the request to the exit code. */
public final class Playground {
  private static final int GOOD = 0;
  private static final int NOT_GOOD = 1;
  private static final int WRONG_USAGE = 2;
  private static final int UNREACHABLE = 5;
  private static final String USUAL_ETCD = "3.6";

  private final PlayRequest request;
  private final Surface surface;
  private final Product product;
  private final Narrator narrator;

  private Playground(PlayRequest request, Surface surface, Product product) {
    this.request = request;
    this.surface = surface;
    this.product = product;
    this.narrator = new Narrator(surface.err());
  }

  /** Plays the request and returns the exit code. */
  public static int play(PlayRequest request, Surface surface, Product product) {
    if (request.kind() == Kind.LIST) {
      surface.out().print(Scenarios.list());
      return GOOD;
    }
    return new Playground(request, surface, product).play();
  }

  /** The validated request. */
  private record Asked(Optional<Scenario> scenario, Set<KillPoint> kills, Tool etcd) {}

  private int play() {
    Asked asked;
    try {
      asked = asked();
    } catch (IllegalArgumentException wrong) {
      return told(WRONG_USAGE, wrong.getMessage());
    }
    Optional<String> whyNot = asked.scenario().flatMap(Scenario::whyNotHere);
    if (whyNot.isPresent()) {
      return told(UNREACHABLE, whyNot.get());
    }
    try (var hook = ShutdownHook.ofThisProcess()) {
      return play(asked);
    } catch (ToolMissingException missing) {
      return told(UNREACHABLE, missing.getMessage());
    } catch (InterruptedException calledOff) {
      return told(NOT_GOOD, "ended before it was done");
    }
  }

  private Asked asked() {
    Optional<Scenario> scenario = request.scenario().map(Scenarios::named);
    if (scenario.isEmpty() && !request.killWorkerAt().isEmpty()) {
      throw new IllegalArgumentException("--kill-worker-at needs a SCENARIO");
    }
    Tool etcd = Tool.etcd(request.etcd().orElse(USUAL_ETCD));
    scenario.ifPresent(wanted -> requireMinor(wanted, etcd));
    return new Asked(
        scenario,
        request.killWorkerAt().stream()
            .map(at -> KillPoint.of(at, scenario.orElseThrow().steps()))
            .collect(Collectors.toUnmodifiableSet()),
        etcd);
  }

  private static void requireMinor(Scenario scenario, Tool etcd) {
    if (!scenario.minors().contains(etcd.minor())) {
      throw new IllegalArgumentException(
          scenario.name()
              + " begins with etcd "
              + String.join(" or ", scenario.minors())
              + ", not with "
              + etcd.minor());
    }
  }

  /**
   * Returns the etcd releases: the one that members start with, the scenario's target, and all
   * others present on this machine.
   */
  private static List<ToolFolder> etcd(Tools tools, Asked asked) throws InterruptedException {
    List<ToolFolder> found = new ArrayList<>(List.of(tools.find(asked.etcd())));
    Optional<String> target =
        asked.scenario().flatMap(scenario -> scenario.target(asked.etcd().minor()));
    for (EtcdRelease release : EtcdRelease.known()) {
      Tool another = Tool.etcd(release.minor());
      if (target.filter(release.minor()::equals).isPresent()) {
        found.add(tools.find(another));
      } else if (!another.equals(asked.etcd())) {
        tools.present(another).ifPresent(found::add);
      }
    }
    return found;
  }

  private int play(Asked asked) throws InterruptedException {
    Tools tools = Tools.ofThisMachine(surface.environment(), narrator::tell);
    var cast =
        new Stage.Cast(
            etcd(tools, asked),
            tools.find(Tool.temporal()),
            asked.scenario().map(Scenario::size).orElse(3),
            asked.scenario().map(Scenario::spare).orElse(0),
            asked
                .scenario()
                .map(scenario -> scenario.settings(asked.etcd().minor()))
                .orElse(EtcdSettings.plain()),
            asked.scenario().flatMap(Scenario::next),
            asked.scenario().map(Scenario::disks).orElse(Disks.NONE));
    try (StageFolder folder = StageFolder.open(request.directory(), narrator)) {
      return play(asked, cast, folder);
    } catch (FolderInUseException inUse) {
      return told(WRONG_USAGE, inUse.getMessage());
    } catch (IOException broken) {
      return told(NOT_GOOD, broken.getMessage());
    }
  }

  private int play(Asked asked, Stage.Cast cast, StageFolder folder)
      throws IOException, InterruptedException {
    int code;
    try (var logs = Logs.into(folder, narrator)) {
      code = onStage(asked, cast, folder);
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

  private int onStage(Asked asked, Stage.Cast cast, StageFolder folder)
      throws IOException, InterruptedException {
    try (Stage stage = Stage.open(folder, narrator, cast, product, asked.kills())) {
      if (asked.scenario().isEmpty()) {
        new Prompt(stage, narrator, scenario -> played(scenario, stage, asked)).run();
        return GOOD;
      }
      int code = played(asked.scenario().get(), stage, asked);
      if (request.afterwards() == Afterwards.KEEP) {
        narrator.plain("Everything is left running, as --keep asks for. Ctrl-C ends it.");
        Thread.currentThread().join();
      }
      return code;
    }
  }

  private int played(Scenario scenario, Stage stage, Asked asked)
      throws IOException, InterruptedException {
    var limit = request.approve() == Approve.ASK ? Duration.ofHours(4) : Duration.ofMinutes(8);
    var script =
        new Play.Script(scenario, request.approve(), asked.kills(), limit, asked.etcd().version());
    Verdict verdict = new Play(stage, narrator, script).verdict();
    surface
        .out()
        .print(
            request.output() == Output.JSON
                ? Json.text(verdict) + "\n"
                : new VerdictText(verdict).text());
    surface.out().flush();
    return verdict.good() ? GOOD : NOT_GOOD;
  }

  private int told(int code, @Nullable String sentence) {
    surface.err().println("quorate: " + sentence);
    return code;
  }
}
