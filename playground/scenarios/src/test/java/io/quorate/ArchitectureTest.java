package io.quorate;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of the house that need all modules to be seen: who may touch the outside, and through
 * which door. They are tested here because nothing else sees the scenarios. The rules for what
 * decides are in the workflows module.
 */
@AnalyzeClasses(packages = "io.quorate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String PERMIT = "io.quorate.port.Permit";
  private static final String GUARDED = "io.quorate.execution.Guarded";

  /** What protoc writes. */
  private static final String GENERATED = "io.quorate.etcd.proto..";

  /** Most files of one package that may need each other. */
  private static final int LARGEST_CIRCLE = 6;

  /** Packages with a larger circle, and its size; it may only shrink. */
  private static final String[] ADAPTERS = {
    "io.quorate.etcd..",
    "io.quorate.hosts..",
    "io.quorate.shell..",
    "io.quorate.ssh..",
    "io.quorate.supervisor..",
    "io.quorate.volume..",
    "io.quorate.kubernetes..",
    "io.quorate.datadir..",
    "io.quorate.snapshots..",
    "io.quorate.slack.."
  };

  /** Rooms for work on a host; each sees the shell, and no other one. */
  private static final String[] HOST_ROOMS = {
    "io.quorate.shell..", "io.quorate.ssh..", "io.quorate.volume..", "io.quorate.supervisor.."
  };

  /** Adapters of what members run on, as opposed to etcd, stores and Slack. */
  private static final String[] PLATFORM_ADAPTERS = {
    "io.quorate.hosts..",
    "io.quorate.shell..",
    "io.quorate.ssh..",
    "io.quorate.volume..",
    "io.quorate.supervisor..",
    "io.quorate.kubernetes.."
  };

  private static final Pattern FORBIDDEN_NAME =
      Pattern.compile(
          "(Abstract|Default|Base)[A-Z].*"
              + "|.*(Utils?|Common|Helper|Manager|Impl|Base|Handler|Processor|Service|Wrapper|Info"
              + "|Data|Misc)");

  /** Doors to a server that may not answer for seconds. */
  private static final List<String> SLOW_DOORS =
      List.of(
          "io.temporal.client.",
          "com.slack.api.",
          "io.quorate.kubernetes.SetApi",
          "io.quorate.kubernetes.SetLooks",
          "io.quorate.slack.RateLimits");

  /** A virtual thread that waits inside {@code synchronized} holds its carrier on JDK 21 to 23. */
  @ArchTest
  static final ArchRule NO_MONITOR_IS_HELD_OVER_A_CALL_TO_A_SERVER =
      methods()
          .that()
          .haveModifier(JavaModifier.SYNCHRONIZED)
          .should(
              new ArchCondition<JavaMethod>("call no server") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                  method.getMethodCallsFromSelf().stream()
                      .filter(
                          call ->
                              SLOW_DOORS.stream()
                                  .anyMatch(call.getTargetOwner().getName()::startsWith))
                      .forEach(
                          call ->
                              events.add(
                                  SimpleConditionEvent.violated(call, call.getDescription())));
                }
              });

  @ArchTest
  static void enoughWasSeenForTheRulesToMeanSomething(JavaClasses seen) {
    for (String name :
        List.of(
            "cluster",
            "view",
            "workflow",
            "port",
            "execution",
            "etcd",
            "worker",
            "client",
            "gateway",
            "lab",
            "playground")) {
      assertThat(seen.that(resideInAPackage("io.quorate." + name + "..")))
          .as(name)
          .hasSizeGreaterThan(5);
    }
    assertThat(seen.contain(PERMIT)).isTrue();
    assertThat(seen.contain(GUARDED)).isTrue();
  }

  @ArchTest
  static final ArchRule rule3NoCycles =
      slices().matching("io.quorate.(*)..").should().beFreeOfCycles();

  /**
   * Files of one package that all need each other have to be read and changed as one. A sealed
   * hierarchy counts as one type.
   */
  @ArchTest
  static void rule3FilesOfOnePackageGoRoundInSmallCirclesOnly(JavaClasses seen) {
    Map<String, SortedSet<String>> circles =
        FileCircles.largest(seen.that(not(resideInAPackage(GENERATED))));
    circles.entrySet().removeIf(circle -> circle.getValue().size() <= LARGEST_CIRCLE);
    assertThat(circles).isEmpty();
  }

  @ArchTest
  static final ArchRule rule3NoCyclesInTheLab =
      slices().matching("io.quorate.lab.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rule4WhatSequencesNeverSeesTheOutside =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.workflow..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(ADAPTERS)
                  .or(
                      resideInAnyPackage(
                          "io.quorate.port..",
                          "io.quorate.observation..",
                          "io.quorate.execution..")));

  @ArchTest
  static final ArchRule rule4ObservationAndExecutionKnowNoAdapter =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.quorate.observation..", "io.quorate.execution..", "io.quorate.port..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(ADAPTERS));

  /** A platform puts its rooms together, so that another platform can take some of the rooms. */
  @ArchTest
  static void rule4RoomsOfAHostSeeTheShellOnly(JavaClasses seen) {
    for (String room : HOST_ROOMS) {
      noClasses()
          .that()
          .resideInAPackage(room)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(HOST_ROOMS)
                  .or(resideInAPackage("io.quorate.hosts.."))
                  .and(not(resideInAnyPackage(room, "io.quorate.shell.."))))
          .check(seen);
    }
  }

  @ArchTest
  static final ArchRule rule4ShellsKnowNothingOfEtcd =
      noClasses()
          .that()
          .resideInAnyPackage("io.quorate.shell..", "io.quorate.ssh..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.quorate..")
                  .and(
                      not(
                          resideInAnyPackage(
                                  "io.quorate.shell..",
                                  "io.quorate.ssh..",
                                  "io.quorate.datadir.file..")
                              .or(nameMatching("io\\.quorate\\.port\\.Failure.*"))
                              .or(simpleName("CleanText")))));

  /**
   * The gateway reads back what the Slack adapter wrote into its buttons, and keeps to Slack's rate
   * limits as the adapter does; it knows nothing else of it. The playground saves snapshots as a
   * worker of days ago would have.
   */
  @ArchTest
  static final ArchRule rule4OnlyTheWorkerWiresAdapters =
      noClasses()
          .that()
          .resideOutsideOfPackages(ADAPTERS)
          .and()
          .resideOutsideOfPackages("io.quorate.worker", "io.quorate.worker.platform")
          .and()
          .doNotHaveSimpleName("KeptSnapshots")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(ADAPTERS)
                  .and(
                      not(
                          simpleName("ButtonValue")
                              .or(simpleName("SlackVerb"))
                              .or(simpleName("Mrkdwn"))
                              .or(simpleName("RehearsalMarks"))
                              .or(simpleName("RateLimits"))
                              .or(simpleName("SlackCall")))));

  /** A further platform is a further package of adapters, known in the same one place. */
  @ArchTest
  static final ArchRule rule4OnlyOnePackageKnowsThePlatforms =
      noClasses()
          .that()
          .resideOutsideOfPackages(PLATFORM_ADAPTERS)
          .and()
          .resideOutsideOfPackage("io.quorate.worker.platform")
          .should()
          .dependOnClassesThat(resideInAnyPackage(PLATFORM_ADAPTERS));

  /** What tells one platform from another is asked of the settings, or of their adapter. */
  @ArchTest
  static final ArchRule rule4OnlyThePlatformsTellTheirSettingsApart =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quorate.configuration", "io.quorate.worker.platform")
          .should()
          .dependOnClassesThat(
              assignableTo("io.quorate.configuration.PlatformSettings")
                  .and(not(name("io.quorate.configuration.PlatformSettings")))
                  .or(assignableTo("io.quorate.configuration.ServiceSettings")));

  /** Activities and background tasks get their ports from whoever wires the process. */
  @ArchTest
  static final ArchRule rule4ActivitiesAndBackgroundTasksDoNotKnowTheProcess =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.quorate.worker.activity..",
              "io.quorate.worker.background..",
              "io.quorate.worker.watch..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quorate.worker", "io.quorate.command..", "io.quorate.gateway..");

  /** Doors depend on the client, and no door on another one. */
  @ArchTest
  static final ArchRule rule4TheClientKnowsNoDoor =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.quorate.gateway..", "io.quorate.command..", "io.quorate.worker..");

  @ArchTest
  static final ArchRule rule4DoorsDoNotKnowEachOther =
      slices().matching("io.quorate.gateway.(*)..").should().notDependOnEachOther();

  /** The public JSON changes for its readers' sake only, so it is made of its own records. */
  @ArchTest
  static final ArchRule rule4HistoriesAreNoPublicJson =
      noClasses()
          .that()
          .resideInAnyPackage("io.quorate.workflow..", "io.quorate.history..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.wire..");

  @ArchTest
  static final ArchRule rule4NothingSeesTheScenarios =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quorate.playground..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.playground..");

  @ArchTest
  static final ArchRule rule4TheProductDoesNotSeeTheLab =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quorate.lab..", "io.quorate.playground..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.quorate.lab..");

  /** It judges the product, and the product's own tests use it. */
  @ArchTest
  static final ArchRule rule4TheLabSeesNothingOfOurs =
      noClasses()
          .that()
          .resideInAPackage("io.quorate.lab..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.quorate..").and(not(resideInAPackage("io.quorate.lab.."))));

  /** The scenarios run without JUnit. */
  @ArchTest
  static final ArchRule rule4OnlyTestsUseWhatTheLabHasForTests =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quorate.lab.junit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quorate.lab.junit..", "org.junit..");

  /**
   * A method of a port that takes a permit changes the world. Decorators hand on a permit that was
   * granted to the execution of a step.
   */
  @ArchTest
  static final ArchRule rule5OnlyExecutionChangesTheWorld =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quorate.execution..", "io.quorate.playground.killing..")
          .should()
          .accessTargetWhere(describe("is a change through a port", call -> isChange(call)));

  @ArchTest
  static final ArchRule rule5OnlyTheOneTemplateGrantsPermits =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(GUARDED)
          .should()
          .accessTargetWhere(describe("grants a permit", call -> isGrant(call)));

  @ArchTest
  static final ArchRule rule5TheTemplateAsksTheGuard =
      classes()
          .that()
          .haveFullyQualifiedName(GUARDED)
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.quorate.plan.Guard");

  /** The worker opens the connection to Temporal, which is gRPC as well; the lab pretends etcd. */
  @ArchTest
  static final ArchRule rule7GrpcAndJetcd =
      onlyIn("io.grpc..", "io.quorate.etcd..", "io.quorate.worker..", "io.quorate.lab.fleet..");

  @ArchTest static final ArchRule rule7Jetcd = onlyIn("io.etcd..", "io.quorate.etcd..");

  @ArchTest
  static final ArchRule rule7Kubernetes = onlyIn("io.fabric8..", "io.quorate.kubernetes..");

  @ArchTest static final ArchRule rule7Ssh = onlyIn("org.apache.sshd..", "io.quorate.ssh..");

  @ArchTest
  static final ArchRule rule7Slack =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quorate.slack..", "io.quorate.gateway.slack..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.slack..");

  @ArchTest
  static final ArchRule rule7Picocli =
      onlyIn("picocli..", "io.quorate.command..", "io.quorate.playground..");

  @ArchTest
  static final ArchRule rule7Javalin =
      onlyIn("io.javalin..", "io.quorate.gateway.http..", "io.quorate.lab.slack..");

  @ArchTest
  static final ArchRule rule7Jackson =
      noClasses()
          .that()
          .resideInAnyPackage(
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
              "io.quorate.watch..",
              "io.quorate.workflow..",
              "io.quorate.port..",
              "io.quorate.observation..",
              "io.quorate.execution..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule rule8NamesSayWhatAThingIs =
      classes()
          .that()
          .resideOutsideOfPackage(GENERATED)
          .should()
          .haveNameNotMatching("io\\.quorate\\..*\\b(" + FORBIDDEN_NAME.pattern() + ")");

  @ArchTest
  static void rule8EveryPackageIsExplainedAndNullMarked(JavaClasses seen) {
    assertThat(seen.that(not(resideInAPackage(GENERATED))))
        .allMatch(
            kind ->
                kind.getPackage()
                    .tryGetPackageInfo()
                    .filter(page -> page.isAnnotatedWith(NullMarked.class))
                    .isPresent());
  }

  private static ArchRule onlyIn(String library, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .allowEmptyShould(true);
  }

  private static boolean isChange(JavaAccess<?> call) {
    return call.getTarget() instanceof CodeUnitCallTarget target
        && target.getOwner().getPackageName().startsWith("io.quorate.port")
        && !target.getOwner().getName().equals(PERMIT)
        && target.getRawParameterTypes().stream().anyMatch(type -> type.getName().equals(PERMIT));
  }

  private static boolean isGrant(JavaAccess<?> call) {
    return call.getTarget().getOwner().getName().equals(PERMIT)
        && call.getTarget().getName().equals("granted");
  }
}
