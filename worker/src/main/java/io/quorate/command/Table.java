package io.quorate.command;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell, with two spaces between them. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(Math.max(0, width(column) - cell.length()) + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
