package io.quorate.playground;

/**
 * The entry point of {@code ./quorate playground}: the product's command line with one more verb,
 * which the product itself does not have.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    io.quorate.worker.Main.runWith(
        options ->
            new PlayCommand(
                options,
                request -> Playground.play(request, options.terminal(), new PlayedProduct())),
        arguments);
  }
}
