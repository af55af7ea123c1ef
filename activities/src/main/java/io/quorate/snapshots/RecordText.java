package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.Sha256;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.Opaque;
import io.quorate.record.ClusterRecord;
import io.quorate.view.RecordWords;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of a record: JSON for Quorate, whose first lines say the same in sentences for whoever reads
 * it with a pager. Its SHA-256 is that of the whole text with zeros in its own place, so that no
 * byte can change unseen.
 */
final class RecordText {
  private static final String ZEROS = "0".repeat(64);
  private static final Pattern SUM = Pattern.compile("\"sha256\" : \"([0-9a-f]{64})\"");
  private static final ObjectMapper JSON = HistoryMapper.create();
  private static final ObjectWriter LINES =
      JSON.writer(
          new DefaultPrettyPrinter().withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE));

  private RecordText() {}

  static String of(ClusterRecord record, long generation) {
    ObjectNode node = JSON.createObjectNode();
    node.put(
        "about",
        "What Quorate remembers of this cluster. The file with the highest number counts; the"
            + " others are earlier generations. Nothing in it is ever edited.");
    node.put("generation", generation);
    node.put("sha256", ZEROS);
    ArrayNode words = node.putArray("inWords");
    RecordWords.of(record).forEach(words::add);
    node.set("record", JSON.valueToTree(record));
    try {
      String text = LINES.writeValueAsString(node) + "\n";
      return text.replaceFirst(ZEROS, Sha256.of(text));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers can be written", e);
    }
  }

  /**
   * Reads a record; {@link Damaged} with the reason when the text is not what was written, {@link
   * IOException} when it is, and a later release wrote it in a form that this one cannot read.
   */
  static ClusterRecord parse(String text) throws Damaged, IOException {
    Matcher sum = SUM.matcher(text);
    if (!sum.find()) {
      throw new Damaged("it has no SHA-256");
    }
    String zeroed = text.substring(0, sum.start(1)) + ZEROS + text.substring(sum.end(1));
    if (!Sha256.of(zeroed).equals(sum.group(1))) {
      throw new Damaged("its SHA-256 is not that of its content");
    }
    try {
      Opaque record = new Opaque(JSON.readTree(text).path("record").toString());
      return OpaqueValues.read(record, ClusterRecord.class);
    } catch (JsonProcessingException | Unreadable e) {
      throw new IOException("it is whole, and only a later release of Quorate can read it", e);
    }
  }

  /** Why a file is no record. */
  static final class Damaged extends Exception {
    private static final long serialVersionUID = 1;

    Damaged(String why) {
      super(why);
    }
  }
}
