package io.quorate.shell;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One run of a script: its time limit, its question, and what a run that broke off has done. */
public final class ScriptRun {
  private final String what;
  private final Question question;
  private final Shell.Reply reply;
  private final Duration limit;
  private final long deadline;
  private boolean answered;

  /**
   * A run whose time begins now.
   *
   * @param what the script in a sentence, with its host
   */
  public ScriptRun(String what, Question question, Shell.Reply reply, Duration limit) {
    this.what = what;
    this.question = question;
    this.reply = reply;
    this.limit = limit;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /** The way of one shell to follow a script. */
  @FunctionalInterface
  public interface Following {
    /** Waits for the end of the script. */
    Shell.Ended toItsEnd() throws InterruptedException, TimeoutException;
  }

  /** Follows the script; its time limit and an interruption become failures. */
  public Shell.Ended follow(Following script) {
    try {
      return script.toItsEnd();
    } catch (TimeoutException e) {
      throw overdue(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw broken("was interrupted", e);
    }
  }

  /** Whether a line is the question of the script, which is answered once. */
  public boolean asks(String line) {
    return !answered && question.is(line);
  }

  /**
   * Answers the question. Whether the answer arrived shows in how the script ends.
   *
   * @param output of the script before the question
   * @throws IOException where nobody takes the answer
   */
  public void answer(String output, OutputStream input) throws IOException {
    String answer = reply.to(output);
    answered = true;
    try (input) {
      input.write(answer.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** The failure of a run that its time limit ended. */
  public Failure overdue(@Nullable Exception cause) {
    return broken("did not end within " + limit.toSeconds() + " s", cause);
  }

  /**
   * The failure of a run that broke off: only a script that was answered may have done its work.
   */
  public Failure broken(String why, @Nullable Exception cause) {
    String sentence = what + " " + why;
    return answered
        ? new Failure.Unknown(sentence + "; it may have done its work", cause)
        : new Failure.Transient(sentence + "; nothing was done", cause);
  }

  /** The script in a sentence, with its host. */
  public String what() {
    return what;
  }

  /** The end of its time, of {@link System#nanoTime()}. */
  public long deadline() {
    return deadline;
  }

  /** Nanoseconds until the end of its time; 0 after it. */
  public long left() {
    return Math.max(0, deadline - System.nanoTime());
  }
}
