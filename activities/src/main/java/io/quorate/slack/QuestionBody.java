package io.quorate.slack;

import static com.slack.api.model.block.Blocks.section;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;

import com.slack.api.model.block.LayoutBlock;
import io.quorate.operation.Briefing;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Body of a question: what is wrong, the plan, and what it can cost, in as many sections as it
 * takes. Slack refuses a message with more than about 13,200 characters over its blocks ({@code
 * msg_blocks_too_long}) or with more than 50 blocks; a longer body is cut at the end of a sentence
 * or line.
 *
 * @param whole whether nothing was cut
 */
record QuestionBody(List<LayoutBlock> blocks, boolean whole) {
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");

  static QuestionBody of(Briefing known) {
    Sections sections = new Sections();
    sections.text("", known.finding());
    sections.lines(known.memberTable());
    sections.text("*The plan*", "");
    sections.lines(known.planLines());
    known.loss().ifPresent(loss -> sections.sentences("*What it costs*", loss.lines()));
    if (!known.pointOfNoReturn().isBlank()) {
      sections.text("*Cannot be undone:*", known.pointOfNoReturn());
    }
    sections.text("*Margin*", known.marginLine());
    sections.text("*Snapshot*", known.snapshotLine());
    sections.text("*What can be lost*", known.promise());
    known.warnings().forEach(warning -> sections.text("*Warning*", warning));
    return new QuestionBody(sections.blocks, sections.whole);
  }

  /** Collects sections up to the size of a message. */
  private static final class Sections {
    /**
     * Most characters of all sections: below Slack's limit, with room for header, decision, context
     * and buttons.
     */
    private static final int MOST_CHARACTERS = 11_000;

    private static final int MOST_BLOCKS = 44;

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
      blocks.add(section(s -> s.text(markdownText(words))));
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
