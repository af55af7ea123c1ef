package io.quorate.command;

import io.quorate.command.ScriptedGateway.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of verbs that go through a gateway, which answers what the test wrote down. */
abstract class AtAScriptedGateway {
  @TempDir Path directory;
  ScriptedGateway gateway;
  Queue<Reply> replies;
  List<String> asked;
  Desk desk;

  @BeforeEach
  void open() throws IOException {
    gateway = ScriptedGateway.open();
    replies = gateway.replies;
    asked = gateway.asked;
    desk = gateway.desk(directory);
  }

  @AfterEach
  void close() {
    gateway.close();
  }
}
