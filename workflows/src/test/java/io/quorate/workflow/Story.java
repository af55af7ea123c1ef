package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.decision;
import static io.quorate.workflow.SimulatedQuorate.digest;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.Requirement;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Request.Verb;
import io.quorate.operation.Taken;
import io.quorate.step.Hazard;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The main stories, whose histories every later version has to replay. */
enum Story {
  COMPLETED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub operation = here.approved();
      here.end(operation);
      return operation;
    }
  },
  REJECTED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub operation = here.asking();
      decide(
          operation,
          decision("dana", Decision.Kind.REJECT, digest(operation), "not now"),
          Optional.empty());
      here.end(operation);
      return operation;
    }
  },
  PARKED_RETRIED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
      WorkflowStub operation = here.approved();
      await(operation, Phase.PARKED);
      ask(operation, Verb.RETRY, "");
      here.end(operation);
      return operation;
    }
  },
  ABORTED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.faults.fail("await-in-sync", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
      WorkflowStub operation = here.approved();
      await(operation, Phase.PARKED);
      ask(operation, Verb.ABORT, "wrong host");
      here.end(operation);
      return operation;
    }
  },
  /** Everything that people do while an operation waits for them, which Temporal's list shows. */
  MARKED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.policy(
          new ApprovalPolicy(
              Map.of(Hazard.IRREVERSIBLE, new Requirement(2, Optional.of("oncall"))),
              Duration.ofHours(4)));
      here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
      WorkflowStub operation = here.asking();
      take(operation, OperationNames.TAKE);
      approve(operation, "dana");
      approve(operation, "robin");
      await(operation, Phase.PARKED);
      take(operation, OperationNames.TAKE);
      ask(operation, Verb.RETRY, "the port is free");
      here.end(operation);
      return operation;
    }
  },
  /** An incident that is taken, and whose proposal is rejected and asked for again. */
  MARKED_INCIDENT {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub incident =
          here.alert(new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true));
      OperationState first = here.askedByAlert();
      take(incident, IncidentNames.TAKE);
      WorkflowStub operation = here.operation();
      decide(
          operation,
          decision("dana", Decision.Kind.REJECT, digest(operation), "not now"),
          Optional.empty());
      here.end(operation);
      SimulatedQuorate.incidentState(incident, state -> state.unmendedSince().isPresent());
      incident.update(
          IncidentNames.ASK_AGAIN,
          Request.Answer.class,
          new AskedAgain("dana", "page", DrawnCluster.NOW, Optional.of("the disk is back")));
      here.proposedAfter(first.operation());
      return incident;
    }
  },
  CHANGED_WORLD {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub operation = here.asking();
      here.cluster.befall(view -> view.projected().removed(new MemberName("etcd-1")));
      here.pass(Duration.ofSeconds(61));
      await(operation, state -> state.round() == 2 && state.openApproval().isPresent());
      approve(operation, "dana");
      here.end(operation);
      return operation;
    }
  },
  SNAPSHOT_SKIPPED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.faults.fail("save-snapshot", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "full"));
      WorkflowStub operation = here.start();
      await(operation, Phase.PARKED);
      ask(operation, Verb.SKIP, "");
      ask(operation, Verb.SKIP, "the disk is full");
      await(operation, Phase.WAITING_FOR_APPROVAL);
      approve(operation, "dana");
      here.end(operation);
      return operation;
    }
  },
  PAUSED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub operation = here.asking();
      ask(operation, Verb.PAUSE, "the rack is being moved");
      approve(operation, "dana");
      await(operation, Phase.PAUSED);
      here.pass(Duration.ofSeconds(30));
      ask(operation, Verb.CONTINUE, "");
      here.end(operation);
      return operation;
    }
  },
  EXPIRED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.policy(new ApprovalPolicy(Map.of(), Duration.ofMinutes(3)));
      WorkflowStub operation = here.asking();
      String digest = digest(operation);
      decide(operation, decision("alice", Decision.Kind.APPROVE, digest, ""), Optional.empty());
      here.end(operation);
      return operation;
    }
  },
  ASKED_AGAIN {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.CHANGED, "changed"));
      here.faults.fail("hold-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
      WorkflowStub operation = here.approved();
      await(operation, state -> state.round() == 2 && state.openApproval().isPresent());
      approve(operation, "dana");
      await(operation, Phase.PARKED);
      here.pass(Duration.ofMinutes(16));
      ask(operation, Verb.RETRY, "");
      await(operation, state -> state.round() == 3 && state.openApproval().isPresent());
      approve(operation, "dana");
      here.end(operation);
      return operation;
    }
  },
  SOAKED {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      here.cluster.become(SimulatedQuorate.aPatchBehind());
      WorkflowStub operation = here.upgrading();
      await(operation, state -> state.because().contains("soaking until"));
      ask(operation, Verb.CONTINUE, "it looks well");
      here.end(operation);
      return operation;
    }
  },
  INCIDENT {
    @Override
    WorkflowStub happen(SimulatedQuorate here) {
      WorkflowStub incident =
          here.alert(new Alert("etcdMembersDown", "f1", DrawnCluster.NOW, true));
      boolean asked = false;
      while (!asked) {
        try {
          await(here.operation(), Phase.WAITING_FOR_APPROVAL);
          asked = true;
        } catch (WorkflowNotFoundException soon) {
          asked = false;
        }
      }
      approve(here.operation(), "dana");
      here.awaitClosed(incident, Duration.ofSeconds(2));
      return incident;
    }
  };

  private static void take(WorkflowStub workflow, String update) {
    workflow.update(update, Request.Answer.class, new Taken("dana", "page", DrawnCluster.NOW));
  }

  /** Plays it; returns the workflow whose history is kept. */
  abstract WorkflowStub happen(SimulatedQuorate here);

  String file() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".json.gz";
  }
}
