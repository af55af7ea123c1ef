package io.quorate.gateway.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers to requests that Jetty refuses before it calls the gateway, as JSON like those of the
 * API.
 */
final class PlainErrors extends ErrorHandler {
  private static final String ANSWER = "{\"error\":\"The request is not well formed HTTP.\"}";

  PlainErrors() {
    setShowStacks(false);
    setShowCauses(false);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MimeTypes.Type.APPLICATION_JSON.asString());
    Content.Sink.write(response, true, ANSWER, callback);
    return true;
  }
}
