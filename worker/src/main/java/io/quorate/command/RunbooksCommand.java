package io.quorate.command;

import io.quorate.runbook.Option;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.quorate.wire.RunbooksJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quorate runbooks}. */
@Command(name = "runbooks", description = "The runbooks, one sentence each, with their options.")
final class RunbooksCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  RunbooksCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    if (quorate.json()) {
      quorate.answer("", RunbooksJson.all());
    } else {
      StringBuilder text = new StringBuilder();
      Runbooks.all().forEach(runbook -> describe(runbook, text));
      quorate.answer(text.toString(), "");
    }
    return ExitCode.DONE;
  }

  private static void describe(Runbook<?> runbook, StringBuilder text) {
    text.append(runbook.name()).append("   ").append(runbook.sentence()).append('\n');
    Table table = new Table();
    for (Option option : runbook.options()) {
      String value = option.value().isEmpty() ? "" : " " + option.value();
      table.row("  --" + option.name() + value, option.sentence());
    }
    text.append(table.text());
  }
}
