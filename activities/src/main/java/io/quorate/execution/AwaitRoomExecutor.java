package io.quorate.execution;

import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/** Looks at the file system until people have made room. */
final class AwaitRoomExecutor implements StepExecutor<AwaitRoom> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  @Override
  public Optional<String> execute(AwaitRoom step, StepContext context) {
    String evidence =
        context
            .polling(BETWEEN_LOOKS)
            .untilKnown(
                () -> {
                  ClusterView view = context.lookAgainAt(step.member());
                  context.attempt().progress(progress(step, view));
                  return step.isDone(view);
                });
    return Optional.of(evidence);
  }

  private static String progress(AwaitRoom step, ClusterView view) {
    String data = progress(step.free(view), step.mebibytes(), "are free");
    return step.logMebibytes()
        .map(log -> data + ", " + progress(step.freeForTheLog(view), log, "for its log"))
        .orElse(data);
  }

  private static String progress(Optional<Long> free, long wanted, String what) {
    return free.map(there -> there + " of " + wanted + " MiB " + what)
        .orElse("how much is free cannot be seen");
  }
}
