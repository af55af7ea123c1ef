package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdSettings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlantedSecretTest {
  @Test
  void theSecretIsFoundInTheBase64OfAWholeFileAtEachOffset() {
    Map<String, String> member = PlantedSecret.in(EtcdSettings.plain()).member();
    String line = "AWS_SECRET_ACCESS_KEY=" + member.get("AWS_SECRET_ACCESS_KEY") + "\n";
    for (int before = 0; before < 3; before++) {
      byte[] file = ("a".repeat(before) + line).getBytes(StandardCharsets.US_ASCII);
      int offset = (before + "AWS_SECRET_ACCESS_KEY=".length()) % 3;
      assertThat(Base64.getEncoder().encodeToString(file)).contains(PlantedSecret.encoded(offset));
    }
  }
}
