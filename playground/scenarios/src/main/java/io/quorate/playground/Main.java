package io.quorate.playground;

/**
 * Where {@code ./quorate playground} arrives: the product's command line, with the one verb that
 * the product itself does not have.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    io.quorate.worker.Main.runWith(
        options ->
            new PlayCommand(
                options,
                request -> Playground.play(request, options.surface(), new PlayedProduct())),
        arguments);
  }
}
