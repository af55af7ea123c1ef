package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every kind of silence can be stored in a history. */
class StoredSilenceTest {
  private static final List<Silence> ALL =
      List.of(
          new Silence.Refused("connection refused"),
          new Silence.TimedOut("the deadline passed"),
          new Silence.Unreachable("its host name does not resolve"),
          new Silence.BrokenOff("the connection was closed during the call"),
          new Silence.Tls(
              "no TLS connection",
              new TlsFailure(
                  TlsFailure.Certificate.THEIRS,
                  TlsFailure.Reason.EXPIRED,
                  Optional.of(Instant.EPOCH),
                  "no TLS connection")),
          new Silence.LoginRefused("user name is empty"),
          new Silence.Declined("it is no etcd"),
          new Silence.OtherMember(new MemberName("etcd-1")),
          new Silence.FromMemory());

  @Test
  void everyKindIsReadAsItWasWritten() throws IOException {
    TypeReference<List<Silence>> silences = new TypeReference<>() {};
    ObjectMapper mapper = HistoryMapper.create();

    String json = mapper.writerFor(silences).writeValueAsString(ALL);

    assertThat(mapper.readValue(json, silences)).isEqualTo(ALL);
    assertThat(ALL.stream().<Class<?>>map(Silence::getClass))
        .containsExactlyInAnyOrder(Silence.class.getPermittedSubclasses());
  }
}
