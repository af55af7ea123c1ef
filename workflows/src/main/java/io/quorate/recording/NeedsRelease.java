package io.quorate.recording;

import java.util.Optional;

/**
 * Thrown for a recorded plan, or an order of a workflow, that this release cannot read: another
 * release has to carry it out.
 */
public final class NeedsRelease extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private NeedsRelease(String sentence) {
    super(sentence);
  }

  static NeedsRelease forPlan(String here, String maker, String because) {
    return new NeedsRelease(sentence(here, "the plan that Quorate " + maker + " made", because));
  }

  /**
   * Returns the exception for an order of a workflow.
   *
   * @param maker the release that the order names; empty when it names none
   */
  static NeedsRelease forOrder(String here, Optional<String> maker, String because) {
    String written =
        maker
            .map(release -> "the order that a workflow of Quorate " + release + " gave")
            .orElse("the order that a workflow of a later release gave");
    return new NeedsRelease(sentence(here, written, because));
  }

  private static String sentence(String here, String written, String because) {
    return """
    this worker (Quorate %s) cannot read %s: %s; \
    start a worker of that release or a later one, then retry\
    """
        .formatted(here, written, because);
  }
}
