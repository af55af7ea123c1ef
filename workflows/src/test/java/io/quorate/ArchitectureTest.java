package io.quorate;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** The rules of the house for what decides: it is pure, it points inwards, and its names say it. */
@AnalyzeClasses(packages = "io.quorate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** The rooms of what is known of a cluster; each uses only those before it. */
  private static final String[] FACTS = {
    "io.quorate.cluster..",
    "io.quorate.workload..",
    "io.quorate.data..",
    "io.quorate.snapshot..",
    "io.quorate.record..",
    "io.quorate.view.."
  };

  private static final String[] PURE = {
    "io.quorate.cluster..",
    "io.quorate.workload..",
    "io.quorate.data..",
    "io.quorate.snapshot..",
    "io.quorate.record..",
    "io.quorate.view..",
    "io.quorate.version..",
    "io.quorate.diagnosis..",
    "io.quorate.step..",
    "io.quorate.plan..",
    "io.quorate.runbook..",
    "io.quorate.approval..",
    "io.quorate.causes..",
    "io.quorate.places..",
    "io.quorate.watch.."
  };

  /** Reads one file of its own package from the class path, as constant as code (docs/adr/0014). */
  private static final String READER = "io.quorate.version.VersionKnowledgeFile";

  /** Values of java.time, and the few classes of java.security that compute and touch nothing. */
  private static final Pattern VALUES =
      Pattern.compile(
          "java\\.(lang|util)(\\.(function|stream|regex))?\\.[A-Z].*"
              + "|java\\.lang\\.(runtime|invoke|annotation)\\..*"
              + "|java\\.time\\.(Instant|Duration|temporal\\..*|format\\..*|ZoneOffset)"
              + "|java\\.security\\.(MessageDigest|Signature|NoSuchAlgorithmException)"
              + "|java\\.nio\\.charset\\..*|org\\.jspecify\\..*");

  private static final Pattern FORBIDDEN_NAME =
      Pattern.compile(
          "(Abstract|Default|Base)[A-Z].*"
              + "|.*(Utils?|Common|Helper|Manager|Impl|Base|Handler|Processor|Service|Wrapper|Info"
              + "|Data|Misc)");

  @ArchTest
  static void enoughWasSeenForTheRulesToMeanSomething(JavaClasses seen) {
    for (String pure : PURE) {
      String name = pure.replace("..", "");
      assertThat(seen.that(resideInAnyPackage(pure))).as(name).isNotEmpty();
    }
    assertThat(seen.that(resideInAnyPackage(PURE))).hasSizeGreaterThan(100);
    assertThat(seen.that(resideInAnyPackage("io.quorate.workflow.."))).hasSizeGreaterThan(5);
  }

  @ArchTest
  static final ArchRule rule1OnlyValuesInPurePackages =
      classes()
          .that()
          .resideInAnyPackage(PURE)
          .and()
          .doNotHaveFullyQualifiedName(READER)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(PURE)
                  .or(describe("are values", kind -> isValue(kind)))
                  .as("are pure or values"));

  @ArchTest
  static final ArchRule rule1OneClassReadsOneResource =
      classes()
          .that()
          .haveFullyQualifiedName(READER)
          .should()
          .onlyDependOnClassesThat(
              describe("are values", (JavaClass kind) -> isValue(kind))
                  .or(nameMatching("java\\.io\\.(InputStream|IOException|UncheckedIOException)"))
                  .or(nameMatching(Pattern.quote(READER))))
          .andShould()
          .notBePublic();

  @ArchTest
  static void rule1FactsPointDownwards(JavaClasses seen) {
    for (int room = 0; room < FACTS.length - 1; room++) {
      noClasses()
          .that()
          .resideInAPackage(FACTS[room])
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(Arrays.copyOfRange(FACTS, room + 1, FACTS.length))
          .check(seen);
    }
  }

  @ArchTest
  static final ArchRule rule1RunbookPlanStepDiagnosisFacts =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.quorate..")
          .layer("facts")
          .definedBy(FACTS)
          .layer("version")
          .definedBy("io.quorate.version..")
          .layer("diagnosis")
          .definedBy("io.quorate.diagnosis..")
          .layer("step")
          .definedBy("io.quorate.step..")
          .layer("plan")
          .definedBy("io.quorate.plan..")
          .layer("approval")
          .definedBy("io.quorate.approval..")
          .layer("runbook")
          .definedBy("io.quorate.runbook..")
          .layer("workflow")
          .definedBy("io.quorate.workflow..")
          .optionalLayer("history")
          .definedBy("io.quorate.history..")
          .whereLayer("facts")
          .mayNotAccessAnyLayer()
          .whereLayer("version")
          .mayOnlyAccessLayers("facts")
          .whereLayer("diagnosis")
          .mayOnlyAccessLayers("version", "facts")
          .whereLayer("step")
          .mayOnlyAccessLayers("diagnosis", "version", "facts")
          .whereLayer("plan")
          .mayOnlyAccessLayers("step", "diagnosis", "facts")
          .whereLayer("approval")
          .mayOnlyAccessLayers("plan", "step", "diagnosis", "facts")
          .whereLayer("runbook")
          .mayOnlyAccessLayers("approval", "plan", "step", "diagnosis", "version", "facts");

  /**
   * A plan is recorded, not recomputed: what a release says, judges and computes of plans changes,
   * and a workflow is replayed by later ones. Of the pure code it sees only values.
   */
  @ArchTest
  static final ArchRule rule2NoWorkflowComputesWhatAReleaseMayChange =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.workflow..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "io.quorate.step..",
                      "io.quorate.plan..",
                      "io.quorate.runbook..",
                      "io.quorate.diagnosis..",
                      "io.quorate.version..",
                      "io.quorate.recording..")
                  .and(not(nameMatching("io\\.quorate\\.step\\.(Hazard|Reason)"))));

  /** The knowledge changes from release to release, and a workflow is replayed by later ones. */
  @ArchTest
  static final ArchRule rule2NoWorkflowAsksWhatIsKnownOfVersions =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.workflow..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.version..");

  @ArchTest
  static final ArchRule rule2NoClockNoRandomnessNoThreadNoInput =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(READER)
          .should()
          .callMethodWhere(describe("asks a clock, chance or a thread", call -> isImpure(call)))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.sql..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.Random")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.Thread")
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.concurrent..");

  @ArchTest
  static final ArchRule rule3NoCycles =
      slices().matching("io.quorate.(*)..").should().beFreeOfCycles();

  /** What two rooms need belongs to the package above them; its registry alone knows the rooms. */
  @ArchTest
  static final ArchRule rule3NoRoomOfARunbookUsesAnother =
      slices().matching("io.quorate.runbook.(*)").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule rule3OnlyTheRegistryKnowsTheRooms =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.runbook")
          .and()
          .doNotHaveSimpleName("Runbooks")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.runbook.*");

  @ArchTest
  static final ArchRule rule6FieldsArePermanent =
      fields().that().areDeclaredInClassesThat().resideInAnyPackage(PURE).should().beFinal();

  /** Temporal and Jackson call methods of these names, so the names are not ours. */
  private static final String NAMES_OF_LIBRARIES = "getVersioningBehavior|getAbsentValue";

  @ArchTest
  static final ArchRule rule6NoSettersAndNoGetters =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage("io.quorate..")
          .and()
          .haveNameNotMatching(NAMES_OF_LIBRARIES)
          .should(HouseRules.notBeNamed(Pattern.compile("(set|get)[A-Z].*")));

  @ArchTest
  static final ArchRule rule8NamesSayWhatAThingIs =
      classes().should(HouseRules.notBeCalled(FORBIDDEN_NAME));

  @ArchTest
  static final ArchRule rule8EveryPackageIsExplainedAndNullMarked =
      classes().should(HouseRules.liveInAPackageAnnotatedWith(NullMarked.class));

  private static boolean isValue(JavaClass kind) {
    JavaClass base = kind.getBaseComponentType();
    return base.isPrimitive() || VALUES.matcher(base.getName()).matches();
  }

  private static boolean isImpure(JavaCall<?> call) {
    String owner = call.getTargetOwner().getName();
    String name = call.getName();
    boolean time =
        owner.startsWith("java.time.") && (name.equals("now") || name.startsWith("system"));
    boolean chance =
        name.equals("randomUUID") || (owner.equals("java.lang.Math") && name.equals("random"));
    boolean system =
        owner.equals("java.lang.System")
            && Set.of("currentTimeMillis", "nanoTime", "getenv", "getProperty", "exit")
                .contains(name);
    return time || chance || system;
  }
}
