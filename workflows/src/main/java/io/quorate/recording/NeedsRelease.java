package io.quorate.recording;

/**
 * Thrown for a recorded plan that this release cannot read: another release has to carry it out.
 */
public final class NeedsRelease extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NeedsRelease(String here, String maker, String because) {
    super(
        """
        this worker (Quorate %s) cannot read the plan that Quorate %s made: %s; \
        start a worker of that release or a later one, then retry\
        """
            .formatted(here, maker, because));
  }
}
