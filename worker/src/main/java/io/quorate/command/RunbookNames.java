package io.quorate.command;

import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.Iterator;

/** The names of the runbooks, for the completion of what is typed. */
final class RunbookNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Runbooks.all().stream().<String>map(Runbook::name).iterator();
  }
}
