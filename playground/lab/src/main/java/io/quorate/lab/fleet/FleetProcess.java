package io.quorate.lab.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A {@link FakeFleet} in a process of its own, so that the processor time and the heap of whoever
 * asks are not those of the fleet. One line is a command, and one line its answer.
 */
public final class FleetProcess implements AutoCloseable {
  /** Log of gRPC about each question for a page of metrics, which is served at another port. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty.NettyServerTransport");

  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;
  private final int port;
  private final Troubles troubles;

  /**
   * Starts the process, with the class path of this one.
   *
   * @param hungPerMille members that accept and never answer
   * @param resetPerMille questions that get a reset of the connection for an answer
   * @param zones zones of clusters: that of a cluster is its number modulo the zones
   * @param certificate of all members; empty: without TLS
   */
  public FleetProcess(
      int hungPerMille, int resetPerMille, int zones, Optional<FleetCertificate> certificate)
      throws IOException {
    troubles = new Troubles(hungPerMille, resetPerMille, zones);
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-cp",
                System.getProperty("java.class.path"),
                FleetProcess.class.getName()));
    words.addAll(
        List.of(
            Integer.toString(hungPerMille),
            Integer.toString(resetPerMille),
            Integer.toString(zones)));
    certificate.ifPresent(
        files -> words.addAll(List.of(files.certificate().toString(), files.key().toString())));
    process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    commands = new PrintStream(process.getOutputStream(), true);
    answers = process.inputReader();
    port = (int) say("port");
  }

  /** The port of all members. */
  public int port() {
    return port;
  }

  /** The port of all members for {@code /metrics}, with TLS where the other one has it. */
  public int metricsPort() {
    return (int) say("metrics-port");
  }

  /** All members of the clusters in this zone hang from now on. */
  public void lose(int zone) {
    say("lose " + zone);
  }

  /** The members of this zone answer again. */
  public void bringBack(int zone) {
    say("back " + zone);
  }

  /** The members with this number hang from now on, in all clusters. */
  public void loseMember(int number) {
    say("lose-member " + number);
  }

  /** The clocks of all members of the clusters in this zone are so far ahead from now on. */
  public void setClock(int zone, int seconds) {
    say("clock " + zone + " " + seconds);
  }

  /** Questions since the start. */
  public long questions() {
    return say("questions");
  }

  /** Questions, also for pages, that got a reset of the connection for an answer. */
  public long resets() {
    return say("resets");
  }

  /** Whether this member accepts and never answers. */
  public boolean hangs(FleetAddress member) {
    return troubles.isHung(member);
  }

  /** Members that were asked at all. */
  public long members() {
    return say("members");
  }

  /** Questions that were the fourth or later in 30 s for their member. */
  public long tooMany() {
    return say("too-many");
  }

  /** Questions for a page of metrics, without those that got a reset for an answer. */
  public long pages() {
    return say("pages");
  }

  /** Questions for a page that came less than 4 min 30 s after the one before. */
  public long pagesTooSoon() {
    return say("pages-too-soon");
  }

  /** Whole TLS handshakes, at both ports. */
  public long handshakes() {
    return say("handshakes");
  }

  /**
   * TLS handshakes that resumed an earlier session, as a page of metrics does, and a channel that
   * is not kept between two pulses.
   */
  public long resumptions() {
    return say("resumptions");
  }

  /**
   * Whole handshakes that were the third or later in an hour for their member, beside the first of
   * all and one after each reset.
   */
  public long handshakesTooMany() {
    return say("handshakes-too-many");
  }

  private long say(String command) {
    commands.println(command);
    try {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the fleet has ended");
      }
      return Long.parseLong(answer);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Serves until its input ends. */
  public static void main(String[] arguments) throws IOException {
    TRANSPORT.setLevel(Level.OFF);
    int[] numbers = Arrays.stream(arguments).limit(3).mapToInt(Integer::parseInt).toArray();
    Optional<FleetCertificate> certificate =
        arguments.length > 3
            ? Optional.of(new FleetCertificate(Path.of(arguments[3]), Path.of(arguments[4])))
            : Optional.empty();
    try (var fleet = new FakeFleet(new Troubles(numbers[0], numbers[1], numbers[2]), certificate);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String command = input.readLine();
      while (command != null) {
        System.out.println(done(fleet, command.split(" ")));
        command = input.readLine();
      }
    }
  }

  private static long done(FakeFleet fleet, String[] words) {
    return switch (words[0]) {
      case "port" -> fleet.port();
      case "metrics-port" -> fleet.metricsPort();
      case "questions" -> fleet.counts().all();
      case "resets" -> fleet.troubles().numberOfResets();
      case "members" -> fleet.counts().members();
      case "too-many" -> fleet.counts().tooMany();
      case "pages" -> fleet.pages().all();
      case "pages-too-soon" -> fleet.pages().tooMany();
      case "handshakes" -> fleet.handshakes().all();
      case "resumptions" -> fleet.handshakes().resumed();
      case "handshakes-too-many" -> fleet.handshakes().tooMany();
      default -> {
        play(fleet.troubles(), words);
        yield 0;
      }
    };
  }

  private static void play(PlayedTroubles troubles, String[] words) {
    int which = Integer.parseInt(words[1]);
    switch (words[0]) {
      case "lose" -> troubles.lose(which);
      case "lose-member" -> troubles.loseMember(which);
      case "back" -> troubles.bringBack(which);
      case "clock" -> troubles.setClock(which, Integer.parseInt(words[2]));
      default -> throw new IllegalArgumentException(words[0]);
    }
  }
}
