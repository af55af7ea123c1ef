package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.util.json.GsonFactory;
import io.quorate.cluster.RehearsalText;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.port.StateVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RehearsalMarksTest {
  @Test
  void everyLineOfTheQuestionSaysThatItIsARehearsal() {
    List<Message> messages =
        RehearsalMarks.on(Rendering.of(asked(), Standing.of(Set.of()), Links.NONE), asked());

    Message question = messages.getFirst();
    assertThat(question.text()).contains("REHEARSAL").hasSizeLessThanOrEqualTo(150);
    assertThat(lines(question.blocks()))
        .hasSizeGreaterThan(15)
        .allMatch(line -> line.contains("REHEARSAL"));
  }

  @Test
  void theLabelsOfButtonsStayShortEnoughForSlack() {
    Message question =
        RehearsalMarks.on(Rendering.of(asked(), Standing.of(Set.of()), Links.NONE), asked())
            .getFirst();

    assertThat(GsonFactory.createSnakeCase().toJson(question.blocks()))
        .contains("REHEARSAL: Approve", "REHEARSAL: Reject");
    assertThat(new Parcel("main.1", new StateVersion(1, 1), List.of(question)).blocks("<@U1>"))
        .contains("REHEARSAL: For");
  }

  /** The lines of every text of the blocks that people read. */
  private static List<String> lines(List<LayoutBlock> blocks) {
    List<String> lines = new ArrayList<>();
    read(GsonFactory.createSnakeCase().toJsonTree(blocks), lines);
    return lines;
  }

  private static void read(JsonElement element, List<String> lines) {
    switch (element) {
      case JsonArray many -> many.forEach(one -> read(one, lines));
      case JsonObject object -> {
        if (object.has("text") && object.get("text").isJsonPrimitive()) {
          object
              .get("text")
              .getAsString()
              .lines()
              .filter(one -> !one.isBlank())
              .forEach(lines::add);
        }
        object.entrySet().forEach(entry -> read(entry.getValue(), lines));
      }
      default -> {}
    }
  }

  /** The question of a rehearsal, as the workflow tells its state. */
  private static OperationState asked() {
    OperationState real = Story.of("main.0a1b2c3d").asked().state();
    return new OperationState(
            real.operation(),
            real.cluster(),
            RehearsalText.RUNBOOK,
            real.title(),
            real.requestedBy(),
            real.requestedAt(),
            real.phase(),
            real.because(),
            real.since(),
            real.round(),
            real.waitingOn(),
            real.briefing().map(Briefing::rehearsed),
            real.steps(),
            real.approvals(),
            real.notices(),
            real.choices(),
            real.topics(),
            real.requester(),
            real.reason(),
            real.taken(),
            Optional.of(real.steered()))
        .rehearsed();
  }
}
