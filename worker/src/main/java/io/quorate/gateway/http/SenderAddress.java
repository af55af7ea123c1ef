package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import java.util.Collections;
import java.util.List;

/**
 * The address that a request comes from. Behind a proxy it is the last one of the last {@code
 * X-Forwarded-For}, which the proxy itself wrote; all before it is what the sender says.
 */
record SenderAddress(GatewayTransport transport) {
  private static final String FORM = "[0-9A-Fa-f.:\\[\\]]{2,50}";

  String of(Context http) {
    List<String> lines = Collections.list(http.req().getHeaders("X-Forwarded-For"));
    if (!(transport instanceof GatewayTransport.BehindProxy) || lines.isEmpty()) {
      return http.ip();
    }
    String line = lines.getLast();
    String last = line.substring(line.lastIndexOf(',') + 1).strip();
    return last.matches(FORM) ? last : http.ip();
  }
}
