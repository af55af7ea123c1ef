package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Patches of a claim, each of the version that was seen, and what they have written. */
record ClaimWrites(PersistentVolumeClaim claim) {
  /** The word by which a person states that no etcd runs on the claim. */
  static final String STATED = "stated";

  /** The run that ended last on the claim, before its place was given up. */
  static Optional<EndedRun> ended(PersistentVolumeClaim claim, Instant at) {
    return mark(claim)
        .flatMap(
            text ->
                text.equals(STATED)
                    ? Optional.of(new EndedRun("", "", at.toString(), 0, 0, ""))
                    : EndedRun.parse(text).filter(run -> isOf(run, claim)));
  }

  /** A claim that was made of the manifest of another one proves nothing. */
  private static boolean isOf(EndedRun run, PersistentVolumeClaim claim) {
    return run.before().equals(claim.getMetadata().getUid());
  }

  static boolean isMarked(PersistentVolumeClaim claim) {
    return mark(claim).isPresent();
  }

  private static Optional<String> mark(PersistentVolumeClaim claim) {
    Map<String, String> all = claim.getMetadata().getAnnotations();
    return Optional.ofNullable(all == null ? null : all.get(Marks.ENDED));
  }

  /** Writes down how the last run on the claim ended. */
  Move mark(EndedRun run) {
    JsonPatch patch = begun();
    Map<String, String> all = claim.getMetadata().getAnnotations();
    if (all == null || all.isEmpty()) {
      patch = patch.add(Map.of(), "metadata", "annotations");
    }
    return write(
        patch.add(
            run.before(claim.getMetadata().getUid()).text(),
            "metadata",
            "annotations",
            Marks.ENDED),
        "marked");
  }

  /**
   * The move that takes the mark of a place back, right before anything may run on its claim again;
   * empty where the claim has none. Until then the mark is the proof of an attempt after this one.
   */
  static Optional<Move> unmarked(SetLook look, MemberPod place) {
    return look.claim(place)
        .filter(ClaimWrites::isMarked)
        .map(claim -> new ClaimWrites(claim).unmark());
  }

  private Move unmark() {
    return write(begun().remove("metadata", "annotations", Marks.ENDED), "cleared of a mark");
  }

  private JsonPatch begun() {
    return JsonPatch.ofVersion(
        claim.getMetadata().getUid(), claim.getMetadata().getResourceVersion());
  }

  private Move write(JsonPatch patch, String change) {
    return new Move.Patch(claim, patch, change);
  }
}
