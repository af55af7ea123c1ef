package io.quorate;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.annotation.Annotation;
import java.util.regex.Pattern;

/** Conditions of the house that ArchUnit does not have words for. */
final class HouseRules {
  private HouseRules() {}

  static ArchCondition<JavaMethod> notBeNamed(Pattern forbidden) {
    return new ArchCondition<>("not be named " + forbidden) {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        if (forbidden.matcher(method.getName()).matches()) {
          events.add(SimpleConditionEvent.violated(method, method.getFullName() + " is named so"));
        }
      }
    };
  }

  static ArchCondition<JavaClass> notBeCalled(Pattern forbidden) {
    return new ArchCondition<>("not be called " + forbidden) {
      @Override
      public void check(JavaClass kind, ConditionEvents events) {
        if (forbidden.matcher(kind.getSimpleName()).matches()) {
          events.add(SimpleConditionEvent.violated(kind, kind.getName() + " is called so"));
        }
      }
    };
  }

  static ArchCondition<JavaClass> liveInAPackageAnnotatedWith(Class<? extends Annotation> mark) {
    return new ArchCondition<>("live in a package annotated with " + mark.getSimpleName()) {
      @Override
      public void check(JavaClass kind, ConditionEvents events) {
        boolean marked =
            kind.getPackage()
                .tryGetPackageInfo()
                .filter(page -> page.isAnnotatedWith(mark))
                .isPresent();
        if (!marked) {
          events.add(SimpleConditionEvent.violated(kind, "no marked package-info for " + kind));
        }
      }
    };
  }
}
