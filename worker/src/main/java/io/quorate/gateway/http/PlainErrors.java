package io.quorate.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.handler.ErrorHandler;

/** What Jetty itself refuses, before anything of ours sees it, is answered in our words too. */
final class PlainErrors extends ErrorHandler {
  PlainErrors() {
    setShowStacks(false);
    setShowServlet(false);
  }

  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
    fields.put(HttpHeader.CONTENT_TYPE, "application/json");
    return ByteBuffer.wrap(
        "{\"error\":\"The request is not well formed HTTP.\"}".getBytes(StandardCharsets.UTF_8));
  }
}
