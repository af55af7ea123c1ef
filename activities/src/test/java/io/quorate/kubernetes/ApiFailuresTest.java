package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.port.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each answer of an API server means, and that nothing is ever asked twice. */
class ApiFailuresTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("etcd-1")
          .withNamespace("etcd")
          .withUid("u-1")
          .withResourceVersion("5")
          .endMetadata()
          .build();

  @TempDir Path folder;

  private FakeApiServer server;
  private ApiClients clients;
  private KubernetesClient client;

  /** A write, in each of its forms. */
  private enum Write {
    PATCHED(to -> to.patch(POD, JsonPatch.ofUid("u-1").remove("spec"), "patched")),
    DELETED(to -> to.delete(POD)),
    CREATED(to -> to.create(POD));

    private final Function<ApiRequests, Object> request;

    Write(Function<ApiRequests, Object> request) {
      this.request = request;
    }
  }

  @BeforeEach
  void openTheClient() throws Exception {
    server = new FakeApiServer();
    clients = new ApiClients(Map.of(), folder, Duration.ofSeconds(2));
    client = clients.client(server.source(folder));
  }

  @AfterEach
  void closeBoth() {
    clients.close();
    server.close();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        row(
            "a token that expired",
            status(401, "Unauthorized", "Unauthorized"),
            Failure.Fault.class,
            Failure.Fault.class,
            "does not accept Quorate's token or certificate"),
        row(
            "no right to do it",
            status(
                403,
                "Forbidden",
                "pods #etcd-1# is forbidden: User #system:serviceaccount:q:quorate# cannot delete"
                    + " resource #pods# in API group ## in the namespace #etcd#"),
            Failure.Refused.class,
            Failure.Refused.class,
            "system:serviceaccount:q:quorate has no right to delete pods in the namespace etcd;"
                + " grant it in a Role: apiGroups [\"\"], resources [\"pods\"], verbs"
                + " [\"delete\"]"),
        row(
            "no right in the whole cluster",
            status(
                403,
                "Forbidden",
                "nodes is forbidden: User #me# cannot list resource #nodes# in API group ## at the"
                    + " cluster scope"),
            Failure.Refused.class,
            Failure.Refused.class,
            "me has no right to list nodes; grant it in a ClusterRole"),
        row(
            "an API server that has just started",
            status(
                403,
                "Forbidden",
                "pods is forbidden: User #me# cannot list resource #pods# in API group ## in the"
                    + " namespace #etcd#: RBAC: role.rbac.authorization.k8s.io #quorate# not"
                    + " found"),
            Failure.Transient.class,
            Failure.Transient.class,
            "has not loaded its roles yet, or a role is missing"),
        row(
            "a full quota",
            status(
                403,
                "Forbidden",
                "pods #keeper# is forbidden: exceeded quota: few, requested: pods=1, used: pods=3,"
                    + " limited: pods=3"),
            Failure.NotYet.class,
            Failure.NotYet.class,
            "raise it, or make room: few, requested: pods=1, used: pods=3, limited: pods=3"),
        row(
            "a quota that demands limits",
            status(
                403,
                "Forbidden",
                "pods #keeper# is forbidden: failed quota: cpu: must specify limits.cpu for:"
                    + " keeper"),
            Failure.Refused.class,
            Failure.Refused.class,
            "demands what it does not have: cpu: must specify limits.cpu for: keeper"),
        row(
            "PodSecurity",
            status(
                403,
                "Forbidden",
                "pods #keeper# is forbidden: violates PodSecurity #restricted:latest#: runAsNonRoot"
                    + " != true (pod must set it)"),
            Failure.Refused.class,
            Failure.Refused.class,
            "admits only pods of PodSecurity restricted:latest, and this one has: runAsNonRoot !="
                + " true"),
        row(
            "an admission policy",
            status(
                422,
                "Invalid",
                "statefulsets.apps #etcd# is forbidden: ValidatingAdmissionPolicy ^quorate^ with"
                    + " binding ^quorate^ denied request: operation 7 holds it",
                "'causes':[{'message':'denied'}]"),
            Failure.Refused.class,
            Failure.Refused.class,
            "the policy quorate denies it: operation 7 holds it"),
        row(
            "a webhook that says no",
            status(403, "Forbidden", "admission webhook #gate.example# denied the request: no"),
            Failure.Refused.class,
            Failure.Refused.class,
            "the webhook gate.example denies it: no"),
        row(
            "a webhook that is down",
            status(
                500,
                "InternalError",
                "Internal error occurred: failed calling webhook #gate.example#: connection"
                    + " refused"),
            Failure.Transient.class,
            Failure.Transient.class,
            "the webhook gate.example, which has to allow it, did not answer"),
        row(
            "a namespace that is being deleted",
            status(
                403,
                "Forbidden",
                "pods #keeper# is forbidden: unable to create new content in namespace etcd because"
                    + " it is being terminated"),
            Failure.Refused.class,
            Failure.Refused.class,
            "its namespace is being deleted"),
        row(
            "a 403 of another kind",
            status(403, "Forbidden", "no"),
            Failure.Refused.class,
            Failure.Refused.class,
            ": no"),
        row(
            "a namespace that is not there",
            status(404, "NotFound", "namespaces #etcd# not found"),
            Failure.Fault.class,
            Failure.Fault.class,
            "there is no namespace etcd"),
        row(
            "a kind that it does not know",
            status(404, "NotFound", "the server could not find the requested resource"),
            Failure.Fault.class,
            Failure.Fault.class,
            "knows no such kind"),
        row(
            "a web server that is no API server",
            new Answer(404, "<html>not found</html>"),
            Failure.Fault.class,
            Failure.Fault.class,
            "it is too old, or no API server"),
        row(
            "somebody was faster",
            status(409, "Conflict", "the UID in the precondition (u-1) does not match"),
            Failure.Transient.class,
            Failure.Transient.class,
            "somebody changed it, or it is another one of this name; looking again"),
        row(
            "a test of a patch that failed",
            status(422, "Invalid", "the server rejected our request", "'causes':[]"),
            Failure.Transient.class,
            Failure.Transient.class,
            "it changed since it was looked at; looking again"),
        row(
            "fields that it refuses",
            status(
                422,
                "Invalid",
                "Pod #etcd-1# is invalid",
                "'causes':[{'field':'spec.nodeName','message':'Forbidden: may not change'}]"),
            Failure.Refused.class,
            Failure.Refused.class,
            "the API server refuses it: spec.nodeName: Forbidden: may not change"),
        row(
            "too many requests",
            status(429, "TooManyRequests", "too many requests", "'retryAfterSeconds':7"),
            Failure.Transient.class,
            Failure.Transient.class,
            "the API server is busy"),
        row(
            "an old version",
            status(410, "Expired", "too old resource version"),
            Failure.Transient.class,
            Failure.Transient.class,
            "too old"),
        row(
            "a request that makes no sense",
            status(400, "BadRequest", "no"),
            Failure.Fault.class,
            Failure.Fault.class,
            "answered with 400: no"),
        row(
            "an error inside, whose effect is open",
            status(500, "InternalError", "etcdserver: request timed out"),
            Failure.Transient.class,
            Failure.Unknown.class,
            "answered with 500: etcdserver: request timed out"),
        row(
            "an API server that did not begin",
            status(503, "ServiceUnavailable", "shutting down"),
            Failure.Transient.class,
            Failure.Transient.class,
            "answered with 503"),
        row(
            "a load balancer's 503",
            new Answer(503, "<html>upstream reset</html>"),
            Failure.Transient.class,
            Failure.Unknown.class,
            "answered with 503"),
        row(
            "an API server that goes on after its time-out",
            status(504, "Timeout", "request did not complete"),
            Failure.Transient.class,
            Failure.Unknown.class,
            "answered with 504"),
        row(
            "a load balancer's 502",
            new Answer(502, "<html>bad gateway</html>"),
            Failure.Transient.class,
            Failure.Unknown.class,
            "answered with 502"),
        row(
            "a redirect",
            new Answer(307, ""),
            Failure.Fault.class,
            Failure.Fault.class,
            "answered with 307"),
        row(
            "a dropped connection",
            Answer.DROPPED,
            Failure.Unreached.class,
            Failure.Unknown.class,
            "the connection to the API server broke before the answer"),
        row(
            "no answer in time",
            Answer.SILENT,
            Failure.Unreached.class,
            Failure.Unknown.class,
            "did not answer in time"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void everyAnswerHasOneMeaning(
      String name, Answer answer, Class<?> ofRead, Class<?> ofWrite, String words) {
    server.answers(answer);
    assertThatThrownBy(
            () ->
                ApiCall.read("the pods of etcd")
                    .make(() -> client.pods().inNamespace("etcd").list()))
        .isExactlyInstanceOf(ofRead)
        .hasMessageStartingWith("the pods of etcd could not be read: ")
        .hasMessageContaining(words);
    for (Write write : Write.values()) {
      server.answers(answer);
      Throwable failure = catchThrowable(() -> write.request.apply(new ApiRequests(client)));
      assertThat(failure).as(write.name()).isExactlyInstanceOf(ofWrite).hasMessageContaining(words);
      assertThat(failure.getMessage())
          .startsWith(
              ofWrite.equals(Failure.Unknown.class)
                  ? "the pod etcd/etcd-1 may have been "
                  : "the pod etcd/etcd-1 was not ")
          .doesNotContain("secret");
      assertThat(server.requests()).as("a write is sent once").hasSize(1);
    }
  }

  @Test
  void theApiServerSaysHowLongItIsLeftAlone() {
    server.answers(status(429, "TooManyRequests", "busy", "'retryAfterSeconds':7"));
    assertThatThrownBy(() -> new ApiRequests(client).delete(POD))
        .isInstanceOfSatisfying(
            Failure.Transient.class, e -> assertThat(e.after()).isEqualTo(Duration.ofSeconds(7)));
  }

  @Test
  void anObjectThatIsGoneIsDeletedAlready() {
    server.answers(status(404, "NotFound", "pods #etcd-1# not found"));
    assertThat(new ApiRequests(client).delete(POD)).isFalse();
    assertThatThrownBy(() -> new ApiRequests(client).patch(POD, JsonPatch.ofUid("u-1"), "released"))
        .isExactlyInstanceOf(Failure.Transient.class)
        .hasMessage("the pod etcd/etcd-1 was not released: it is not there; looking again");
  }

  @Test
  void anObjectThatIsThereIsNotCreated() {
    server.answers(status(409, "AlreadyExists", "pods #etcd-1# already exists"));
    assertThat(new ApiRequests(client).create(POD)).isEmpty();
  }

  @Test
  void aServerThatIsNotThereDidNothing() {
    server.close();
    assertThatThrownBy(() -> new ApiRequests(client).delete(POD))
        .isExactlyInstanceOf(Failure.Unreached.class)
        .hasMessage(
            "the pod etcd/etcd-1 was not deleted: the API server cannot be reached: it takes no"
                + " connections there");
  }

  @Test
  void anAnswerThatCannotBeReadIsNoAnswer() {
    server.answers(new Answer(200, "<html>log in here</html>"));
    assertThatThrownBy(() -> new ApiRequests(client).patch(POD, JsonPatch.ofUid("u-1"), "released"))
        .isExactlyInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("none of an API server");
  }

  @Test
  void anInterruptedWriteMayHaveHappened() {
    server.answers(Answer.SILENT);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> new ApiRequests(client).delete(POD))
        .isExactlyInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aClosedClientAsksNothing() {
    clients.close();
    assertThatThrownBy(() -> new ApiRequests(client).delete(POD))
        .isExactlyInstanceOf(Failure.Transient.class)
        .hasMessageContaining("being closed");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void sendsAPatchAndTheTestsOfThePatchInOneRequest() {
    server.answers(new Answer(200, "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"));
    var patch =
        JsonPatch.ofVersion("u-1", "5")
            .add("o-7", "metadata", "annotations", "quorate.io/operation")
            .replace(3, "spec", "replicas")
            .remove("spec", "schedulingGates", "0");
    new ApiRequests(client).patch(POD, patch, "released");
    var request = server.requests().getFirst();
    assertThat(server.requests()).hasSize(1);
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.uri()).startsWith("/api/v1/namespaces/etcd/pods/etcd-1");
    assertThat(request.type()).startsWith("application/json-patch+json");
    assertThat(request.authorization()).isEqualTo("Bearer secret");
    assertThat(request.body())
        .isEqualTo(
            "[{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u-1\"},"
                + "{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"5\"},"
                + "{\"op\":\"add\",\"path\":\"/metadata/annotations/quorate.io~1operation\","
                + "\"value\":\"o-7\"},"
                + "{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":3},"
                + "{\"op\":\"remove\",\"path\":\"/spec/schedulingGates/0\"}]");
  }

  @Test
  void aDeletionNamesTheObjectThatWasSeen() {
    server.answers(new Answer(200, "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"));
    assertThat(new ApiRequests(client).delete(POD)).isTrue();
    var request = server.requests().getFirst();
    assertThat(request.method()).isEqualTo("DELETE");
    assertThat(request.uri()).isEqualTo("/api/v1/namespaces/etcd/pods/etcd-1");
    assertThat(request.body()).contains("\"preconditions\":{\"uid\":\"u-1\"}");
  }

  private static Arguments row(
      String name, Answer answer, Class<?> ofRead, Class<?> ofWrite, String words) {
    return Arguments.of(name, answer, ofRead, ofWrite, words);
  }

  private static Answer status(int code, String reason, String message) {
    return status(code, reason, message, "");
  }

  private static Answer status(int code, String reason, String message, String details) {
    return Answer.status(code, reason, message.replace("#", "\\'"), details);
  }
}
