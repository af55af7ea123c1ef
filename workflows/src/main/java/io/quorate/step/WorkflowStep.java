package io.quorate.step;

/** A step that the workflow itself carries out, by waiting for people or for time. */
public sealed interface WorkflowStep extends Step permits AskApproval, Soak {}
