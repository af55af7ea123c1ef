package io.quorate.slack;

import static com.slack.api.model.block.Blocks.section;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;

import com.slack.api.model.block.LayoutBlock;
import io.quorate.cluster.Sentences;
import io.quorate.operation.Briefing;
import io.quorate.operation.LossSummary;
import io.quorate.operation.StepState;
import io.quorate.step.Hazard;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Detail of a question below its buttons: members, plan, cost and warnings, in as many sections as
 * it takes. Slack refuses a message with more than about 13,200 characters over its blocks ({@code
 * msg_blocks_too_long}) or with more than 50 blocks; a longer body is cut at the end of a sentence
 * or line.
 *
 * @param whole whether nothing was cut
 */
record QuestionBody(List<LayoutBlock> blocks, boolean whole) {
  /** Most columns of a step: a phone shows no more, and Slack wraps what is wider. */
  static final int WIDEST = 60;

  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final String THE_SNAPSHOT = "the snapshot";
  private static final String SNAPSHOT = "snapshot ";

  static QuestionBody of(Briefing known, List<StepState> steps) {
    Sections sections = new Sections();
    sections.lines(known.memberTable());
    sections.text("*The plan*  ✗ destroys  ! cannot be undone", "");
    sections.lines(plan(known, steps));
    known
        .loss()
        .ifPresentOrElse(
            loss -> sections.sentences("*What it costs*", loss.lines()),
            () -> sections.text("*What can be lost*", known.promise()));
    sections.text("*Margin*", Briefing.margin(known.marginLine()));
    sections.text("*Snapshot*", known.snapshotLine());
    known.warnings().forEach(warning -> sections.text("*Warning*", withoutFile(known, warning)));
    return new QuestionBody(sections.blocks, sections.whole);
  }

  /** Returns the steps, a step a line or more, its mark first. */
  private static List<String> plan(Briefing known, List<StepState> steps) {
    return IntStream.range(0, steps.size())
        .boxed()
        .flatMap(
            index ->
                Sentences.wrapped(
                    "%s %2d ".formatted(mark(steps.get(index).hazard()), index + 1),
                    withoutFile(known, steps.get(index).sentence()),
                    WIDEST)
                    .stream())
        .toList();
  }

  /** Returns the mark of what a step does, for the beginning of its line. */
  private static String mark(Hazard hazard) {
    return switch (hazard) {
      case OBSERVES, REVERSIBLE -> " ";
      case IRREVERSIBLE -> "!";
      case DESTRUCTIVE -> "✗";
    };
  }

  static boolean cannotBeUndone(Hazard hazard) {
    return hazard.compareTo(Hazard.IRREVERSIBLE) >= 0;
  }

  /** Returns the text without the long name of the snapshot, which the cost says once. */
  private static String withoutFile(Briefing known, String text) {
    return known
        .loss()
        .map(LossSummary::source)
        .filter(source -> source.startsWith(SNAPSHOT))
        .map(source -> text.replace(source.substring(SNAPSHOT.length()), THE_SNAPSHOT))
        .orElse(text);
  }

  /** Returns a section that Slack shows in full, without <em>Show more</em>. */
  static LayoutBlock paragraph(String mrkdwn) {
    return section(s -> s.text(markdownText(mrkdwn)).expand(true));
  }

  /** Collects sections up to the size of a message. */
  private static final class Sections {
    /**
     * Most characters of all sections: below Slack's limit, with room for header, head, context and
     * buttons.
     */
    private static final int MOST_CHARACTERS = 10_000;

    private static final int MOST_BLOCKS = 43;

    /**
     * Longest sentence or line that stays in one piece; a longer one is cut in pieces of this
     * length.
     */
    private static final int LONGEST_UNIT = 400;

    private final List<LayoutBlock> blocks = new ArrayList<>();
    private boolean whole = true;
    private int used;

    void text(String heading, String words) {
      add(heading, SENTENCE_END.splitAsStream(words).filter(unit -> !unit.isBlank()), " ", "");
    }

    void sentences(String heading, List<String> lines) {
      add(heading, lines.stream().filter(line -> !line.isBlank()), "\n", "");
    }

    void lines(List<String> lines) {
      add("", lines.stream().map(line -> line.replace("```", "'''")), "\n", "```");
    }

    private void add(String heading, Stream<String> units, String between, String fence) {
      StringBuilder open = new StringBuilder(heading);
      boolean said = whole;
      for (String unit : units.flatMap(Sections::pieces).toList()) {
        String safe = Mrkdwn.text(unit);
        int more = between.length() + safe.length();
        if (!whole || used + open.length() + more > MOST_CHARACTERS) {
          whole = false;
          break;
        }
        said = true;
        if (open.length() + more > Mrkdwn.SECTION_LIMIT) {
          flush(open, fence);
        }
        open.append(open.isEmpty() ? "" : between).append(safe);
      }
      if (said) {
        flush(open, fence);
      }
    }

    private void flush(StringBuilder open, String fence) {
      if (open.toString().isBlank()) {
        return;
      }
      if (blocks.size() == MOST_BLOCKS) {
        whole = false;
        return;
      }
      String words = fence + open + fence;
      blocks.add(paragraph(words));
      used += words.length();
      open.setLength(0);
    }

    private static Stream<String> pieces(String unit) {
      if (unit.length() <= LONGEST_UNIT) {
        return Stream.of(unit);
      }
      List<String> pieces = new ArrayList<>();
      for (int from = 0; from < unit.length(); from += LONGEST_UNIT) {
        pieces.add(unit.substring(from, Math.min(unit.length(), from + LONGEST_UNIT)));
      }
      return pieces.stream();
    }
  }
}
