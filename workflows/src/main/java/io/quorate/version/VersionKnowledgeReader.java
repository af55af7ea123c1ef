package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Parses the knowledge from its text. Errors name the line. */
final class VersionKnowledgeReader {
  private final List<TextBlock> blocks;

  private VersionKnowledgeReader(String text) {
    this.blocks = TextBlock.of(text);
  }

  /** Parses the text; throws {@link IllegalArgumentException} that names the line of an error. */
  static VersionKnowledge read(String text) {
    return new VersionKnowledgeReader(text).all();
  }

  private VersionKnowledge all() {
    Set<String> kinds = Set.of("as of", "line", "advisory", "hop", "renamed", "setting");
    for (TextBlock block : blocks) {
      if (!kinds.contains(block.kind())) {
        throw TextBlock.wrong(block.line(), "a block does not begin with '" + block.kind() + "'");
      }
    }
    TextBlock head = blocks.get(0).allowing(Set.of("as of", "tested", "features since"));
    return new VersionKnowledge(
        Instant.parse(head.one("as of") + "T00:00:00Z"),
        head.list("tested").map(EtcdVersion::parse).toList(),
        each("line", VersionKnowledgeReader::support),
        each("advisory", VersionKnowledgeReader::advisory),
        each("hop", VersionKnowledgeReader::gate),
        new Settings(
            MinorLine.parse(head.one("features since")),
            each("renamed", VersionKnowledgeReader::renamed).stream()
                .flatMap(List::stream)
                .toList(),
            each("setting", VersionKnowledgeReader::rule)));
  }

  private <T> List<T> each(String kind, Function<TextBlock, T> form) {
    List<T> all = new ArrayList<>();
    for (TextBlock block : blocks) {
      if (block.kind().equals(kind)) {
        all.add(formed(block, form));
      }
    }
    return all;
  }

  private static <T> T formed(TextBlock block, Function<TextBlock, T> form) {
    try {
      return form.apply(block);
    } catch (TextBlock.Wrong numbered) {
      throw numbered;
    } catch (IllegalArgumentException e) {
      throw TextBlock.wrong(block.line(), String.valueOf(e.getMessage()));
    }
  }

  private static LineSupport support(TextBlock block) {
    block.allowing(Set.of("line", "newest", "ended", "source"));
    return new LineSupport(
        MinorLine.parse(block.one("line")),
        EtcdVersion.parse(block.one("newest")),
        block.maybe("ended"),
        block.one("source"));
  }

  private static Advisory advisory(TextBlock block) {
    block.allowing(Set.of("advisory", "affects", "says", "effect", "source"));
    return new Advisory(
        block.one("advisory"),
        block.list("affects").map(VersionRange::parse).toList(),
        block.one("says"),
        block.one("source"),
        block.all("effect").map(VersionKnowledgeReader::effect).toList());
  }

  private static AdvisoryEffect effect(String text) {
    String[] severity = text.split(" as ", 2);
    String[] role = severity[severity.length - 1].split(" in ", 2);
    return new AdvisoryEffect(
        named(Severity.values(), Severity::words, severity[0]),
        named(VersionUse.values(), VersionUse::words, role[0]),
        List.of(role[role.length - 1].split(",\\s*")));
  }

  private static HopGate gate(TextBlock block) {
    String[] lines = block.one("hop").split(" -> ", 2);
    MinorLine from = MinorLine.parse(lines[0]);
    MinorLine to = MinorLine.parse(lines[lines.length - 1]);
    Optional<String> refused = block.maybe("refused");
    if (refused.isPresent()) {
      block.allowing(Set.of("hop", "refused", "source"));
      return new HopGate.Closed(from, to, refused.get(), block.one("source"));
    }
    block.allowing(Set.of("hop", "least source", "least target", "conditions", "source"));
    return new HopGate.Open(
        from,
        to,
        EtcdVersion.parse(block.one("least source")),
        EtcdVersion.parse(block.one("least target")),
        block
            .list("conditions")
            .map(text -> named(HopCondition.values(), HopCondition::words, text))
            .toList(),
        block.one("source"));
  }

  private static List<RenamedSetting> renamed(TextBlock block) {
    block.allowing(Set.of("renamed", "source"));
    block.one("source");
    return block.all("renamed").map(VersionKnowledgeReader::names).toList();
  }

  private static RenamedSetting names(String text) {
    String[] words = text.split("\\s+");
    if (words.length != 4) {
      throw new IllegalArgumentException("'" + text + "' is not two names, each with its lines");
    }
    return new RenamedSetting(
        words[0], MinorLineRange.parse(words[1]), words[2], MinorLineRange.parse(words[3]));
  }

  private static SettingRule rule(TextBlock block) {
    block.allowing(Set.of("setting", "under", "value", "answer", "because", "instead", "source"));
    block.one("source");
    return new SettingRule(
        block.list("setting").toList(),
        MinorLineRange.parse(block.one("under")),
        block.maybe("value"),
        answer(block),
        block.one("because"));
  }

  private static SettingRule.Answer answer(TextBlock block) {
    String text = block.one("answer");
    if (text.startsWith("becomes ") && text.contains("=")) {
      String[] setting = text.substring("becomes ".length()).split("=", 2);
      return new SettingRule.Answer.Become(setting[0], setting[1]);
    }
    return switch (text) {
      case "refuse" -> new SettingRule.Answer.Refuse(block.one("instead"));
      case "drop" -> new SettingRule.Answer.Drop();
      case "warn" -> new SettingRule.Answer.Warn();
      default -> throw new IllegalArgumentException("'" + text + "' is no answer");
    };
  }

  private static <T> T named(T[] all, Function<T, String> words, String text) {
    return Arrays.stream(all)
        .filter(one -> words.apply(one).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not known here"));
  }
}
