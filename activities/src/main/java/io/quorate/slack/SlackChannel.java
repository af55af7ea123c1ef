package io.quorate.slack;

import com.slack.api.Slack;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Notification channel in Slack. An operation is shown as its question with buttons, edited in
 * place when it is decided, and the steps in the question's thread; an incident is one message, and
 * one more in its thread each time its trouble has become another one.
 *
 * <p>The app needs the scopes {@code chat:write}, {@code files:write}, {@code channels:history},
 * {@code channels:read} (for a private channel {@code groups:history}, {@code groups:read}).
 */
public final class SlackChannel implements NotificationChannel {
  /** Distance between writes that Slack advises: one message a second in a channel. */
  public static final Duration DISTANCE = Duration.ofSeconds(1);

  private final SlackCalls calls;
  private final String channel;
  private final Links links;
  private final Pace pace;
  private final Summaries summaries;
  private final AtomicReference<String> channelId = new AtomicReference<>("");

  /**
   * Destination of messages: the channel, and the people whom messages mention there.
   *
   * @param channel its name, with or without {@code #}, or better its id
   * @param links where messages lead to
   */
  public record Destination(String channel, Mentions mentions, Links links) {
    /** Creates a destination of messages that lead nowhere. */
    public Destination(String channel, Mentions mentions) {
      this(channel, mentions, Links.NONE);
    }
  }

  /**
   * Creates a channel; connects to nothing yet.
   *
   * @param slack a client made by {@link SlackClient}
   * @param distance between two writes: {@link #DISTANCE}; zero for an emulator
   */
  public SlackChannel(Slack slack, String botToken, Destination destination, Duration distance) {
    this.calls = new SlackCalls(slack.methods(botToken), botToken, destination.mentions());
    this.channel = destination.channel();
    this.links = destination.links();
    this.pace = new Pace(distance);
    this.summaries = new Summaries(calls, pace, links, Clock.systemUTC());
  }

  @Override
  public Map<String, String> show(OperationState state, Showing showing) {
    Owner owner = new Owner(state.operation(), state.requestedAt());
    return bring(
        owner,
        state.cluster(),
        Waiting.of(state).map(Waiting::since).orElse(state.since()),
        standing ->
            RehearsalMarks.on(Rendering.of(state, standing, links.about(showing.run())), state),
        showing);
  }

  @Override
  public Map<String, String> show(IncidentState state, Showing showing) {
    Owner owner = new Owner(IncidentMessage.owner(state), state.openedAt());
    boolean said = showing.said().isPresent();
    return bring(
        owner,
        state.cluster(),
        Waiting.of(state).map(Waiting::since).orElse(state.openedAt()),
        standing -> IncidentMessage.of(state, said, standing, links.about(showing.run())),
        showing);
  }

  @Override
  public void summarise(List<Arrival> clusters, Lease lease) {
    summaries.bring(id(), clusters, lease);
  }

  @Override
  public void remind(List<Waiting> matters, Lease lease) {
    summaries.remind(id(), matters, lease);
  }

  @Override
  public void announce(OpenCause cause, Lease lease) {
    summaries.announce(
        id(),
        CommonCauseMessage.OWNER,
        CommonCauseMessage.of(cause, links),
        cause.foundAt(),
        lease);
  }

  @Override
  public void announce(SaidSilence silence, Lease lease) {
    summaries.announce(id(), SilenceMessage.OWNER, SilenceMessage.of(silence), silence.at(), lease);
  }

  /**
   * Brings the channel to a state. The first message about what a summary has just told mentions
   * nobody, unless it is for people whom the summary did not mention.
   *
   * @param since when what the state is about began to wait
   */
  private Map<String, String> bring(
      Owner owner,
      ClusterKey cluster,
      Instant since,
      Function<Standing, List<Message>> states,
      Showing showing) {
    Set<String> before = showing.posted().keySet();
    boolean quiet = before.isEmpty() && summaries.hasTold(id(), cluster, since);
    Function<Standing, List<Message>> rendering =
        standing ->
            ReminderMessage.beside(
                states.apply(standing).stream()
                    .map(one -> quiet && isTold(one) ? one.wakingNobody() : one)
                    .toList(),
                showing.said(),
                before);
    return rendering.apply(Standing.of(before)).isEmpty()
        ? showing.posted()
        : ReminderMessage.forgotten(
            new Delivery(calls, pace, id(), owner, showing).bring(rendering));
  }

  /** Whether the summary mentioned everybody whom this message of the channel would mention. */
  private boolean isTold(Message first) {
    return first.threadOf().isEmpty() && first.wakes().map(calls::isAmongApprovers).orElse(true);
  }

  private String id() {
    return channelId.updateAndGet(known -> known.isEmpty() ? calls.channelId(channel) : known);
  }
}
