package io.quorate.history;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationMemory;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.RestoreDone;
import io.quorate.operation.WritesUnderWay;
import io.temporal.activity.ActivityMethod;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.WorkflowMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever stands in a history has a golden file, and none of its components is empty in all. */
class PayloadTypesTest {
  private static final List<Class<? extends Annotation>> BOUNDARY =
      List.of(
          ActivityMethod.class,
          QueryMethod.class,
          SignalMethod.class,
          UpdateMethod.class,
          WorkflowMethod.class);

  private static final List<Class<? extends Annotation>> TAKING =
      List.of(WorkflowMethod.class, SignalMethod.class, UpdateMethod.class);

  /** Methods that turn a payload into a value of the class they are given. */
  private static final Set<String> READERS =
      Set.of(
          "PayloadReader.of",
          "PayloadReader.ofSignal",
          "PayloadReader.accepted",
          "OpaqueValues.read",
          "OpaqueValues.known",
          "EncodedValues.get",
          "ActivityStub.execute",
          "ActivityStub.executeAsync",
          "Workflow.sideEffect",
          "Workflow.mutableSideEffect");

  /** A text, JSON of any kind, and a step, which stands in plans and step orders. */
  private static final Set<String> IN_OTHERS = Set.of("ClusterKey", "Opaque", "Recording.LoneStep");

  /**
   * Settings of a member, which may hold passwords, are never stored, nor are advice and rights of
   * the platform; no client URL is drawn.
   */
  private static final Set<String> EMPTY =
      Set.of(
          "Installation.settings",
          "Installation.nextStart",
          "MembershipEntry.clientUrls",
          "WorkloadControl.advice",
          "WorkloadControl.missing");

  /** Records that are made of an operation's state whenever somebody reads it, and never stored. */
  private static final Set<String> MADE_OF_A_STATE =
      Set.of(RestoreDone.class.getName(), WritesUnderWay.class.getName());

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.quorate");

  @Test
  void everyTypeInAWorkflowOrActivitySignatureHasAGoldenFile() {
    Set<String> payloads =
        PRODUCT.stream()
            .filter(JavaClass::isInterface)
            .flatMap(contract -> Arrays.stream(contract.reflect().getDeclaredMethods()))
            .filter(method -> BOUNDARY.stream().anyMatch(method::isAnnotationPresent))
            .flatMap(PayloadTypesTest::signature)
            .filter(PayloadTypesTest::isOurs)
            .map(Class::getName)
            .collect(toCollection(TreeSet::new));

    assertThat(payloads).hasSizeGreaterThan(8).isSubsetOf(golden());
  }

  /** Temporal decodes a typed argument before the activity runs, and tries for ever. */
  @Test
  void everyActivityTakesOpaqueArguments() {
    List<Class<?>> arguments =
        PRODUCT.stream()
            .filter(JavaClass::isInterface)
            .flatMap(contract -> Arrays.stream(contract.reflect().getDeclaredMethods()))
            .filter(method -> method.isAnnotationPresent(ActivityMethod.class))
            .<Class<?>>flatMap(method -> Arrays.stream(method.getParameterTypes()))
            .toList();

    assertThat(arguments).hasSizeGreaterThan(4).containsOnly(Opaque.class);
  }

  /**
   * A workflow whose argument or signal is typed stops at a name that a later release adds; a text
   * or a time is read by every release.
   */
  @Test
  void typedArgumentsOfWorkflowsContainNoEnumAndNoSealedType() {
    List<Class<?>> typed =
        PRODUCT.stream()
            .filter(JavaClass::isInterface)
            .flatMap(contract -> Arrays.stream(contract.reflect().getDeclaredMethods()))
            .filter(method -> TAKING.stream().anyMatch(method::isAnnotationPresent))
            .<Class<?>>flatMap(method -> Arrays.stream(method.getParameterTypes()))
            .filter(kind -> kind != Opaque.class)
            .toList();

    assertThat(typed).contains(AlertGroup.class, OperationEnd.class);
    assertThat(StoredTypes.of(typed)).noneMatch(kind -> kind.isEnum() || kind.isSealed());
  }

  @Test
  void everyReaderOfPayloadsIsCalledByTheNameThatItHasHere() {
    Set<String> called =
        PRODUCT.stream()
            .flatMap(one -> one.getMethodCallsFromSelf().stream())
            .map(PayloadTypesTest::name)
            .collect(toCollection(TreeSet::new));

    assertThat(called).containsAll(READERS);
  }

  @Test
  void everyTypeThatIsReadFromAPayloadHasAGoldenFile() {
    Set<String> payloads =
        PRODUCT.stream()
            .flatMap(one -> one.getCodeUnits().stream())
            .filter(unit -> unit.getMethodCallsFromSelf().stream().anyMatch(this::reads))
            .map(JavaCodeUnit::getReferencedClassObjects)
            .flatMap(Collection::stream)
            .map(object -> object.getRawType().reflect())
            .filter(PayloadTypesTest::isOurs)
            .map(Class::getName)
            .collect(toCollection(TreeSet::new));

    assertThat(payloads)
        .contains(OperationRequest.class.getName(), OperationMemory.class.getName())
        .isSubsetOf(golden());
  }

  @Test
  void everyRecordOfAnOperationIsInAGoldenFile() {
    Set<String> records =
        PRODUCT.stream()
            .filter(one -> one.getPackageName().equals("io.quorate.operation") && one.isRecord())
            .map(JavaClass::getName)
            .filter(name -> !MADE_OF_A_STATE.contains(name))
            .collect(toCollection(TreeSet::new));

    assertThat(records).hasSizeGreaterThan(30).isSubsetOf(names(StoredTypes.of(Stored.kinds())));
  }

  @Test
  void noComponentIsEmptyInAllGoldenFiles() throws Exception {
    Set<String> all = new TreeSet<>();
    Set<String> filled = new TreeSet<>();
    for (Object value : Stored.values().values()) {
      walk(value, all, filled);
    }

    Set<String> empty = new TreeSet<>(all);
    empty.removeAll(filled);
    empty.removeAll(EMPTY);
    assertThat(all).hasSizeGreaterThan(200);
    assertThat(empty).isEmpty();
  }

  private static void walk(@Nullable Object value, Set<String> all, Set<String> filled)
      throws Exception {
    if (value instanceof Collection<?> elements) {
      for (Object element : elements) {
        walk(element, all, filled);
      }
    } else if (value instanceof Map<?, ?> map) {
      walk(map.values(), all, filled);
    } else if (value instanceof Optional<?> maybe) {
      walk(maybe.orElse(null), all, filled);
    } else if (value instanceof Record && isOurs(value.getClass())) {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        component.getAccessor().setAccessible(true);
        Object part = component.getAccessor().invoke(value);
        String name = StoredTypes.name(value.getClass()) + "." + component.getName();
        all.add(name);
        if (isFilled(part)) {
          filled.add(name);
        }
        walk(part, all, filled);
      }
    }
  }

  private static boolean isFilled(@Nullable Object part) {
    return switch (part) {
      case null -> false;
      case Collection<?> elements -> !elements.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      case Optional<?> maybe -> maybe.isPresent();
      default -> true;
    };
  }

  private static Stream<Class<?>> signature(Method method) {
    return Stream.concat(
        Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes()));
  }

  private boolean reads(JavaMethodCall call) {
    return READERS.contains(name(call));
  }

  private static String name(JavaMethodCall call) {
    return call.getTargetOwner().getSimpleName() + "." + call.getName();
  }

  private static boolean isOurs(Class<?> kind) {
    return kind.isRecord()
        && kind.getName().startsWith("io.quorate.")
        && !IN_OTHERS.contains(StoredTypes.name(kind));
  }

  private static Set<String> golden() {
    return names(Stored.kinds());
  }

  private static Set<String> names(Collection<? extends Class<?>> kinds) {
    return kinds.stream().map(Class::getName).collect(toCollection(TreeSet::new));
  }
}
