package io.quorate.playground;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Marks tests that run in turns. The whole matrix runs all of them; another run plays the tests of
 * one part, which {@link FaultMatrix} draws by the commit.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InTurn.Condition.class)
@interface InTurn {
  /** The parts in which the tests run, each from 1 to {@link FaultMatrix#PARTS}. */
  int[] value();

  /** Skips a test whose turn it is not. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return AnnotationSupport.findAnnotation(context.getElement(), InTurn.class)
          .map(turn -> judged(turn.value()))
          .orElseGet(() -> ConditionEvaluationResult.enabled("not in turns"));
    }

    private static ConditionEvaluationResult judged(int[] parts) {
      String named = Arrays.toString(parts) + " of " + FaultMatrix.PARTS;
      return Arrays.stream(parts).anyMatch(FaultMatrix::isTurnOf)
          ? ConditionEvaluationResult.enabled("it runs in the parts " + named)
          : ConditionEvaluationResult.disabled("it runs in the parts " + named);
    }
  }
}
