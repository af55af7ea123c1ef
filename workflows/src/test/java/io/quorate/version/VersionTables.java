package io.quorate.version;

import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of what is known, for people. */
final class VersionTables {
  private VersionTables() {}

  static String of(VersionKnowledge known) {
    return Stream.of(
            List.of("As of " + known.asOf().atZone(ZoneOffset.UTC).toLocalDate() + "."),
            lines(known),
            advisories(known),
            hops(known),
            conditions(),
            renamed(known),
            rules(known))
        .map(part -> String.join("\n", part) + "\n")
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private static List<String> lines(VersionKnowledge known) {
    return table(
        "Lines",
        List.of("line", "newest known", "run in tests", ""),
        known.lines().stream()
            .map(
                line ->
                    List.of(
                        line.line().toString(),
                        link(line.newest().toString(), line.source()),
                        known.tested().stream()
                            .filter(version -> MinorLine.of(version).equals(line.line()))
                            .map(Object::toString)
                            .collect(Collectors.joining(", ")),
                        line.ended().orElse(""))));
  }

  private static List<String> advisories(VersionKnowledge known) {
    return table(
        "Advisories",
        List.of("id", "versions", "what is wrong", "effect"),
        known.advisories().stream()
            .map(
                one ->
                    List.of(
                        link(one.id(), one.source()),
                        listed(one.affected()),
                        one.sentence().replace("{version}", "of these versions"),
                        one.effects().stream()
                            .map(Object::toString)
                            .collect(Collectors.joining("; ")))));
  }

  private static List<String> hops(VersionKnowledge known) {
    return table(
        "Hops",
        List.of("hop", "from", "to", "and"),
        known.gates().stream().map(VersionTables::hop));
  }

  private static List<String> hop(HopGate gate) {
    String name = link(gate.from() + " → " + gate.to(), gate.source());
    return switch (gate) {
      case HopGate.Closed closed -> List.of(name, "refused", "refused", closed.because());
      case HopGate.Open open ->
          List.of(
              name,
              open.leastSource() + " or later",
              open.leastTarget() + " or later",
              open.conditions().stream()
                  .map(condition -> "`" + condition.words() + "`")
                  .collect(Collectors.joining(", ")));
    };
  }

  private static List<String> conditions() {
    return table(
        "Conditions of a hop",
        List.of("condition", "what must hold"),
        Arrays.stream(HopCondition.values())
            .map(one -> List.of("`" + one.words() + "`", one.sentence())));
  }

  private static List<String> renamed(VersionKnowledge known) {
    return table(
        "Settings with a new name",
        List.of("old name", "read by", "new name", "read by"),
        known.settings().renamed().stream()
            .map(
                one ->
                    List.of(
                        name(one.oldName()),
                        one.oldIn().toString(),
                        name(one.newName()),
                        one.newIn().toString())));
  }

  private static List<String> rules(VersionKnowledge known) {
    return table(
        "Other settings",
        List.of("setting", "value", "on the way to", "what is done", "why"),
        known.settings().rules().stream()
            .map(
                one ->
                    List.of(
                        one.names().stream()
                            .map(VersionTables::name)
                            .collect(Collectors.joining(", ")),
                        one.value().map(value -> "`" + value + "`").orElse("any"),
                        one.under().toString(),
                        answer(one.answer()),
                        one.because())));
  }

  private static String answer(SettingRule.Answer answer) {
    return switch (answer) {
      case SettingRule.Answer.Refuse refuse -> "refused. " + refuse.instead();
      case SettingRule.Answer.Drop drop -> "left out";
      case SettingRule.Answer.Warn warn -> "stays, with a warning";
      case SettingRule.Answer.Become become ->
          "becomes `" + become.name() + "=" + become.value() + "`";
    };
  }

  private static String name(String setting) {
    return Features.isFeature(setting) ? "feature `" + setting + "`" : "`" + setting + "`";
  }

  private static String listed(Collection<?> all) {
    return all.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String link(String text, String source) {
    return "[" + text + "](" + source.replaceFirst("^docs/", "") + ")";
  }

  private static List<String> table(String title, List<String> heads, Stream<List<String>> rows) {
    Stream<List<String>> all =
        Stream.concat(Stream.of(heads, heads.stream().map(head -> "---").toList()), rows);
    return Stream.concat(
            Stream.of("### " + title, ""),
            all.map(cells -> "| " + String.join(" | ", cells) + " |"))
        .toList();
  }
}
