package io.quorate.port;

import io.quorate.cluster.Silence;
import io.quorate.step.Reason;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why a call to the outside failed, classed by what may be done next. Adapters map every exception
 * of a client library to one of these; nothing else leaves them. The message is a sentence for
 * people: what, where, why.
 */
public abstract sealed class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private transient @Nullable Silence silence;

  private Failure(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }

  private Failure(String sentence) {
    super(sentence);
  }

  /** Marks the failure with the kind of silence of the member that was asked, and returns it. */
  public Failure silent(Function<String, Silence> kind) {
    silence = kind.apply(sentence());
    return this;
  }

  /** Why the member that was asked did not tell its status. */
  public Silence silence() {
    return silence == null ? new Silence.Declined(sentence()) : silence;
  }

  private String sentence() {
    return Objects.requireNonNullElse(getMessage(), "");
  }

  /** Nothing happened; the same call may go through later. */
  public static sealed class Transient extends Failure permits Unreached {
    private static final long serialVersionUID = 1L;

    private final Duration after;

    public Transient(String sentence, @Nullable Throwable cause) {
      super(sentence, cause);
      this.after = Duration.ZERO;
    }

    public Transient(String sentence) {
      this(sentence, Duration.ZERO);
    }

    public Transient(String sentence, Duration after) {
      super(sentence);
      this.after = after;
    }

    /** How long the other side asks to be left alone; zero when it did not say. */
    public Duration after() {
      return after;
    }
  }

  /**
   * Nothing happened, because the machine itself was not reached: nothing was seen there, and what
   * a person knows of it may count.
   */
  public static final class Unreached extends Transient {
    private static final long serialVersionUID = 1L;

    public Unreached(String sentence, Throwable cause) {
      super(sentence, cause);
    }

    public Unreached(String sentence) {
      super(sentence);
    }
  }

  /** Returns the reason with its code and what to do; empty where only the sentence is known. */
  public Optional<Reason> reason() {
    return Optional.empty();
  }

  /** Nothing happened; a condition has to become true first. */
  public static final class NotYet extends Failure {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Reason reason;

    /** Creates the failure for a reason of the guard. */
    public NotYet(Reason reason) {
      super(reason.headline());
      this.reason = reason;
    }

    public NotYet(String sentence, Throwable cause) {
      super(sentence, cause);
      this.reason = null;
    }

    public NotYet(String sentence) {
      super(sentence);
      this.reason = null;
    }

    @Override
    public Optional<Reason> reason() {
      return Optional.ofNullable(reason);
    }
  }

  /** Nothing happened, and a retry will not help: a person has to look. */
  public static sealed class Refused extends Failure permits Spoiled {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Reason reason;

    /** Creates the failure for a reason of the guard. */
    public Refused(Reason reason) {
      super(reason.headline());
      this.reason = reason;
    }

    public Refused(String sentence, Throwable cause) {
      super(sentence, cause);
      this.reason = null;
    }

    public Refused(String sentence) {
      super(sentence);
      this.reason = null;
    }

    @Override
    public Optional<Reason> reason() {
      return Optional.ofNullable(reason);
    }
  }

  /**
   * Refusal of stored data whose bytes changed, or whose content is inconsistent. The fault lies in
   * the data; this machine and the way to the data are sound.
   */
  public static final class Spoiled extends Refused {
    private static final long serialVersionUID = 1L;

    public Spoiled(String sentence, Throwable cause) {
      super(sentence, cause);
    }

    public Spoiled(String sentence) {
      super(sentence);
    }
  }

  /**
   * The effect may have happened, or may still happen (docs/etcd.md#n-25): observe before anything
   * else is done.
   */
  public static final class Unknown extends Failure {
    private static final long serialVersionUID = 1L;

    public Unknown(String sentence, @Nullable Throwable cause) {
      super(sentence, cause);
    }

    public Unknown(String sentence) {
      super(sentence);
    }
  }

  /**
   * Quorate's own fault, or the configuration's: credentials, certificates, a bug. A retry will not
   * help.
   */
  public static sealed class Fault extends Failure permits UnknownCluster {
    private static final long serialVersionUID = 1L;

    public Fault(String sentence, Throwable cause) {
      super(sentence, cause);
    }

    public Fault(String sentence) {
      super(sentence);
    }
  }

  /** The configuration of this worker does not have the cluster. */
  public static final class UnknownCluster extends Fault {
    private static final long serialVersionUID = 1L;

    public UnknownCluster(String sentence) {
      super(sentence);
    }
  }
}
