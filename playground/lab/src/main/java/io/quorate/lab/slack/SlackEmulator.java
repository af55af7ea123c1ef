package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * A Slack with one channel, on 127.0.0.1 unless it is told otherwise. Quorate is configured with
 * {@link #apiUrl} as {@code slack.apiUrl} and with {@link #tokens}; people use {@link #pageUrl},
 * tests and automatic approval the methods of this class.
 */
public final class SlackEmulator implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final String host;
  private final Workspace workspace = new Workspace(Clock.systemUTC());
  private final Faults faults = new Faults();
  private final Admission admission = new Admission();
  private final Payloads payloads = new Payloads();
  private final ResponseUrls responses = new ResponseUrls(workspace);
  private final SlackTokens tokens;
  private final ClickSocket socket;
  private final Javalin server;

  private SlackEmulator(SlackTokens tokens, String host) {
    this.tokens = tokens;
    this.host = host;
    this.socket = new ClickSocket(faults, tokens, workspace::poke);
    this.server = server();
  }

  /** Starts an emulator that listens on this port; on a free one when the port is 0. */
  public static SlackEmulator start(int port) {
    return startAt(LOOPBACK, port, LOOPBACK);
  }

  /**
   * Starts an emulator that the app reaches over a network. There is no login: who reaches it can
   * press every button as anybody.
   *
   * @param address address to listen on
   * @param host name by which the app reaches this address
   */
  static SlackEmulator startAt(String address, int port, String host) {
    SlackEmulator emulator = new SlackEmulator(SlackTokens.OF_THE_PLAYGROUND, host);
    emulator.server.start(address, port);
    return emulator;
  }

  private Javalin server() {
    Page page = new Page(this, workspace);
    WebApi api = new WebApi(workspace, responses, faults, tokens, admission);
    return Javalin.create(
        config -> {
          config.startup.showJavalinBanner = false;
          config.routes.post("/api/{method}", api::call);
          config.routes.ws("/socket", socket::configure);
          page.routes(config.routes);
        });
  }

  public int port() {
    return server.port();
  }

  /** Returns the value for {@code slack.apiUrl}. */
  public String apiUrl() {
    return pageUrl() + "api/";
  }

  /** Returns the address of the page for people. */
  public String pageUrl() {
    return "http://" + host + ":" + port() + "/";
  }

  public SlackTokens tokens() {
    return tokens;
  }

  /** Returns the value for {@code slack.channel}. */
  public String channel() {
    return "#" + Workspace.CHANNEL_NAME;
  }

  public Faults faults() {
    return faults;
  }

  /** Returns what an administrator of the workspace can take from the app and its people. */
  public Admission admission() {
    return admission;
  }

  /** Returns everything in the channel and its threads, oldest first. */
  public List<ChannelMessage> messages() {
    return workspace.messages();
  }

  /** Returns who was notified of a mention in which message, oldest first. */
  public List<Mention> mentions() {
    return workspace.mentions();
  }

  /** Enables a user group with these members; without members the group is disabled. */
  public void userGroup(String id, Person... members) {
    workspace.userGroup(id, Set.of(members));
  }

  /** Returns the ephemeral messages, oldest first. */
  public List<Whisper> whispers() {
    return workspace.whispers();
  }

  /**
   * Waits for a message that matches; throws {@link IllegalStateException} when the limit is spent.
   */
  public ChannelMessage awaitMessage(Duration limit, Predicate<ChannelMessage> like) {
    return workspace.await(
        limit, "such message", () -> messages().stream().filter(like).findFirst());
  }

  /** Waits for a message with this button. */
  public ChannelMessage awaitButton(Duration limit, String actionId) {
    return awaitMessage(limit, message -> message.buttons().contains(actionId));
  }

  /** Waits for an ephemeral message to this person whose text matches. */
  public Whisper awaitWhisper(Duration limit, Person to, Predicate<String> like) {
    return workspace.await(
        limit,
        "such answer to " + to.name(),
        () ->
            whispers().stream()
                .filter(whisper -> whisper.to().equals(to) && like.test(whisper.text()))
                .findFirst());
  }

  public Dialog awaitDialog(Duration limit, Person person) {
    return workspace.await(limit, "dialog for " + person.name(), () -> workspace.dialog(person));
  }

  /** Waits until the app's Socket Mode connection is open. */
  public void awaitConnection(Duration limit) {
    workspace.await(
        limit, "connection of the app", () -> Optional.of(socket.size()).filter(n -> n > 0));
  }

  /** Waits until the app has connected this many times, counted from the start. */
  public void awaitConnections(Duration limit, int times) {
    workspace.await(
        limit,
        times + " connections of the app",
        () -> Optional.of(socket.joined()).filter(n -> n >= times));
  }

  public Optional<Dialog> dialog(Person person) {
    return workspace.dialog(person);
  }

  /**
   * Presses a button.
   *
   * @return true once the app acknowledged the click, false when no app is connected
   */
  public CompletableFuture<Boolean> click(ChannelMessage message, String actionId, Person by) {
    JsonNode button =
        message
            .button(actionId)
            .orElseThrow(() -> new IllegalArgumentException("no button " + actionId));
    String answer = "http://" + host + ":" + port() + responses.path(by, message.threadTs());
    return socket
        .deliver(
            payloads.button(message, button, by, workspace.ticket(by)).put("response_url", answer))
        .thenApply(ClickSocket.Answer::acknowledged);
  }

  /**
   * Submits this person's open dialog, which stays open where the app answers with errors with the
   * typed texts, by action id. Throws {@link IllegalArgumentException} where a field is empty that
   * is not optional, which Slack does not let anybody submit.
   */
  public CompletableFuture<Boolean> submit(Person person, Map<String, String> typed) {
    Dialog dialog =
        workspace
            .dialog(person)
            .orElseThrow(() -> new IllegalStateException(person.name() + " has no dialog open"));
    dialog
        .firstMissing(typed)
        .ifPresent(
            field -> {
              throw new IllegalArgumentException("Slack asks for the field '" + field + "'");
            });
    return socket
        .deliver(payloads.submission(dialog, typed))
        .thenApply(
            answer -> {
              workspace.submitted(dialog, answer.errors());
              return answer.acknowledged();
            });
  }

  /** Closes the person's dialog without submitting it. */
  public void dismiss(Person person) {
    workspace.close(person);
  }

  /** Deletes a message, as a person may do. */
  public void delete(ChannelMessage message) {
    workspace.delete(message.ts());
  }

  /** Asks the app to reconnect, as Slack does. */
  public void refreshConnections() {
    socket.disconnect("refresh_requested");
  }

  /** Breaks the app's connections. */
  public void cutConnections() {
    socket.cut();
  }

  @Override
  public void close() {
    server.stop();
  }
}
