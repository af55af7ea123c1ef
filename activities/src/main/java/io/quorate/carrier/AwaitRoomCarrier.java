package io.quorate.carrier;

import io.quorate.step.AwaitRoom;
import java.time.Duration;
import java.util.Optional;

/** Looks at the file system until people have made room. */
final class AwaitRoomCarrier implements Carrier<AwaitRoom> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  @Override
  public Class<AwaitRoom> step() {
    return AwaitRoom.class;
  }

  @Override
  public Optional<String> carry(AwaitRoom step, Act act) {
    while (true) {
      var view = act.lookAgainAt(step.member());
      Optional<String> done = step.isDone(view);
      if (done.isPresent()) {
        return done;
      }
      act.attempt()
          .progress(
              step.free(view)
                  .map(free -> free + " of " + step.mebibytes() + " MiB are free")
                  .orElse("how much is free cannot be seen"));
      act.pause(BETWEEN_LOOKS);
    }
  }
}
