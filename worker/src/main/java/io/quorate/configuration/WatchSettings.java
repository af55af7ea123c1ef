package io.quorate.configuration;

import io.quorate.cluster.NearNames;
import io.quorate.diagnosis.DiagnosisCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Diagnoses of one cluster that the watch tells nobody of. Alerts of Alertmanager tell of all of
 * them as before.
 *
 * @param off all diagnoses for {@code watch: off}
 */
public record WatchSettings(Set<DiagnosisCode> off) {
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
      return new WatchSettings(EnumSet.allOf(DiagnosisCode.class));
    }
    return cluster
        .section(FIELD, EXAMPLE, watch -> watch.list("off", EXAMPLE, WatchSettings::diagnosis))
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

  private static DiagnosisCode diagnosis(Scalar scalar) throws Wrong {
    String written = ValueParsers.text(scalar);
    List<String> known = Arrays.stream(DiagnosisCode.values()).map(DiagnosisCode::words).toList();
    return DiagnosisCode.named(written)
        .orElseThrow(
            () ->
                new Wrong(
                    NearNames.quoted(written)
                        + " is no diagnosis"
                        + NearNames.question(written, known)));
  }
}
