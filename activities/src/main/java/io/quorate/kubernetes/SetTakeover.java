package io.quorate.kubernetes;

import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Takeover;
import io.quorate.workload.MissingRights;
import io.quorate.workload.WorkloadControl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Takeover of the pods of a cluster from the controllers of their StatefulSets. A set that is taken
 * over names the operation and has OnDelete, so that no change of the set restarts a pod.
 */
public final class SetTakeover implements Takeover {
  private static final Duration LIMIT = Duration.ofSeconds(45);

  private final SetLooks sets;
  private final Turn turn;
  private final Consumer<Runnable> background;
  private final Function<SetLook, List<MissingRights>> rights;

  /**
   * Takes over by turns.
   *
   * @param rights asks for the rights that Quorate has not got
   * @param background looks for leftovers, where such a look is due
   */
  SetTakeover(
      SetLooks sets,
      Turn turn,
      Consumer<Runnable> background,
      Function<SetLook, List<MissingRights>> rights) {
    this.sets = sets;
    this.turn = turn;
    this.background = background;
    this.rights = rights;
  }

  @Override
  public Optional<WorkloadControl> look() {
    return look(Optional.empty());
  }

  @Override
  public Optional<WorkloadControl> look(Optional<String> operation) {
    SetLook look = sets.look();
    return Optional.of(
        new TakeoverMoves(look)
            .control(operation)
            .advising(SetAdvice.on(look))
            .lacking(rights.apply(look)));
  }

  @Override
  public void takeOver(Permit permit) {
    sets.look().names().sets().forEach(this::refuseScaled);
    carryOut(look -> new TakeoverMoves(look).takeOver(permit.operation()), permit);
  }

  @Override
  public void takeOverToAdopt(Permit permit) {
    SetLook before = sets.look();
    before.names().sets().forEach(this::refuseScaled);
    // Asked before anything is written, and again right before the set is deleted.
    before.sets().values().stream()
        .filter(set -> set.isOrdered() && !set.isAway())
        .flatMap(set -> AdoptionMoves.again(before, set).stream())
        .forEach(turn.api()::rehearse);
    carryOut(look -> new TakeoverMoves(look).takeOverToAdopt(permit.operation()), permit);
  }

  @Override
  public String adopt(String form, Permit permit) {
    return carryOut(look -> new AdoptionMoves(look, form).adopt(), permit);
  }

  @Override
  public String giveBackForm(String form, Permit permit) {
    return carryOut(look -> new AdoptionMoves(look, form).giveBack(), permit);
  }

  private void refuseScaled(String set) {
    turn.api()
        .scaler(set)
        .ifPresent(
            scaler -> {
              throw new Failure.Refused(
                  "The pods of the StatefulSet %s are not taken over: %s".formatted(set, scaler));
            });
  }

  @Override
  public void handBack(Permit permit) {
    carryOut(look -> new TakeoverMoves(look).handBack(), permit);
  }

  @Override
  public void tidy(Predicate<String> isOver) {
    background.accept(() -> new Leftovers(turn).clear(isOver));
  }

  private String carryOut(Function<SetLook, Move> moves, Permit permit) {
    return turn.until(LIMIT, moves, KubernetesWorkloads.asking(permit), pod -> {});
  }
}
