package io.quorate.configuration;

import io.quorate.cluster.NearNames;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.watch.FindingKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Diagnoses and kinds of findings of one cluster that the watch tells nobody of. Alerts of
 * Alertmanager tell of all of them as before.
 *
 * @param off their names; all of them for {@code watch: off}
 */
public record WatchSettings(Set<String> off) {
  static final String EXAMPLE = "watch: {off: [member-joining]}, or watch: off";

  /** People are told of everything. */
  public static final WatchSettings EVERYTHING = new WatchSettings(Set.of());

  private static final String FIELD = "watch";

  public WatchSettings {
    off = Set.copyOf(off);
  }

  static WatchSettings read(Section cluster) {
    if (cluster.isText(FIELD)) {
      cluster.optional(FIELD, WatchSettings::off);
      return new WatchSettings(Set.copyOf(known()));
    }
    return cluster
        .section(FIELD, EXAMPLE, watch -> watch.list("off", EXAMPLE, WatchSettings::name))
        .map(Set::copyOf)
        .map(WatchSettings::new)
        .orElse(EVERYTHING);
  }

  private static String off(Scalar scalar) throws Wrong {
    String written = ValueParsers.text(scalar);
    if (!written.equals("off")) {
      throw new Wrong("'" + scalar.written() + "' is no setting of the watch; write " + EXAMPLE);
    }
    return written;
  }

  private static String name(Scalar scalar) throws Wrong {
    String written = ValueParsers.text(scalar);
    List<String> known = known();
    if (!known.contains(written)) {
      throw new Wrong(
          NearNames.quoted(written)
              + " is no diagnosis and no kind of finding"
              + NearNames.question(written, known));
    }
    return written;
  }

  private static List<String> known() {
    return Stream.concat(
            Arrays.stream(DiagnosisCode.values()).map(DiagnosisCode::words),
            FindingKind.names().stream())
        .toList();
  }
}
