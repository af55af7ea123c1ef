package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.client.TestTemporal;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Hold;
import io.quorate.slack.ButtonValue;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker that is killed with SIGKILL while a message is under way: a process of its own with the
 * real Slack client, Temporal's test server over gRPC, and the emulator, which holds the call at
 * the moment of the kill.
 */
@Timeout(200)
class NotifierKilledIT extends NotifierOutside {
  private static final Duration SOON = Duration.ofSeconds(50);
  private static final String POST = "chat.postMessage";

  @Test
  void messages_that_slack_took_before_the_kill_are_not_sent_again() throws Exception {
    slack.faults().forgetClientIds();
    Hold question = slack.faults().hold(POST, Hold.At.ANSWER);
    WorkflowStub operation = operation();
    WorkflowStub notifier = notifier(operation);
    killAt(question);

    Hold thread = slack.faults().hold(POST, Hold.At.ANSWER);
    killAt(thread);

    Hold edit = slack.faults().hold("chat.update", Hold.At.ANSWER);
    try (NotifierChild third = child()) {
      slack.awaitButton(SOON, ButtonValue.APPROVE);
      TestTemporal.approve(operation);
      edit.await(SOON);
      third.kill();
    }

    try (NotifierChild last = child()) {
      notifier.getResult(Void.class);
      assertThat(last).isNotNull();
    }
    assertThat(slack.messages()).as("%s", slack.messages()).hasSize(4);
    assertThat(slack.messages().get(0))
        .satisfies(
            message -> {
              assertThat(message.text()).contains("Approved by dana");
              assertThat(message.edits()).isOne();
            });
    assertThat(slack.messages().get(1).text()).startsWith("1/3 Save a snapshot");
    assertThat(slack.messages().get(2).text()).startsWith("The plan of the question");
    assertThat(slack.messages().get(3).text()).contains("completed");
    assertThat(slack.mentions()).hasSize(1);
  }

  @Test
  void a_message_that_slack_lacked_at_the_kill_is_posted_once() throws Exception {
    Hold question = slack.faults().hold(POST, Hold.At.REQUEST);
    WorkflowStub operation = operation();
    notifier(operation);
    killAt(question);
    assertThat(slack.messages()).isEmpty();

    try (NotifierChild next = child()) {
      slack.awaitMessage(SOON, message -> message.text().startsWith("1/3 Save a snapshot"));
      // The request of the dead worker arrives after all; Slack knows it by its client id.
      question.release();
      TestTemporal.approve(operation);
      slack.awaitMessage(SOON, message -> message.text().contains("completed"));
      assertThat(next).isNotNull();
    }
    assertThat(slack.messages())
        .filteredOn(message -> message.threadTs().isEmpty())
        .singleElement()
        .extracting(ChannelMessage::text)
        .asString()
        .contains("Approved by dana");
  }

  /** Kills the worker when the emulator holds its call. */
  private void killAt(Hold hold) throws Exception {
    try (NotifierChild child = child()) {
      hold.await(SOON);
      child.kill();
    }
  }
}
