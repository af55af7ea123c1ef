package io.quorate.plan;

import java.util.List;

/** Rows of text in columns, for a monospaced font. */
public final class Columns {
  private static final int GAP = 2;

  private Columns() {}

  /** One line for each row; all rows have as many cells as the first. */
  public static List<String> lines(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(widths[column] - cell.length() + GAP));
    }
    return line.toString().stripTrailing();
  }
}
