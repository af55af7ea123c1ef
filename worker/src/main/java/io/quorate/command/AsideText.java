package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.wire.AsideJson;
import io.quorate.wire.AsideJson.DirectoryJson;
import java.time.Duration;

/** The directories set aside of a cluster's members as people read them. */
final class AsideText {
  private AsideText() {}

  static String of(AsideJson answer) {
    StringBuilder text = new StringBuilder();
    if (answer.directories().isEmpty()) {
      text.append("No directory set aside of ").append(answer.cluster()).append(" was found.\n");
    } else {
      text.append(answer.cluster()).append("   ");
      text.append(many(answer.directories().size())).append(" set aside, ");
      text.append(Amounts.mebibytes(bytes(answer))).append("\n\n");
      text.append(table(answer)).append('\n');
      text.append("Quorate deletes none of them. Whoever needs the room deletes one by hand, once");
      text.append(" nobody may want its data back.\n");
    }
    answer.problems().forEach(problem -> text.append(problem).append('\n'));
    return text.toString();
  }

  private static String many(int number) {
    return number == 1 ? "1 directory" : number + " directories";
  }

  private static long bytes(AsideJson answer) {
    return answer.directories().stream().mapToLong(DirectoryJson::bytes).sum();
  }

  private static String table(AsideJson answer) {
    Table table = new Table();
    table.row("MEMBER", "SET ASIDE", "AGE", "SIZE", "WAS", "OPERATION", "DIRECTORY");
    for (DirectoryJson one : answer.directories()) {
      table.row(
          one.member(),
          one.since().map(Object::toString).orElse("not known"),
          one.ageSeconds().map(age -> Amounts.time(Duration.ofSeconds(age))).orElse("-"),
          Amounts.mebibytes(one.bytes()),
          one.was().orElse(one.operation().isPresent() ? "unlisted" : "-"),
          one.operation().orElse("-"),
          one.path());
    }
    return table.text();
  }
}
