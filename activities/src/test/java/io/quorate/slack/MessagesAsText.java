package io.quorate.slack;

import com.slack.api.model.block.ActionsBlock;
import com.slack.api.model.block.ContextBlock;
import com.slack.api.model.block.HeaderBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.SectionBlock;
import com.slack.api.model.block.composition.MarkdownTextObject;
import com.slack.api.model.block.element.ButtonElement;
import java.util.List;
import java.util.stream.Collectors;

/** Messages as a person could read them in a file. */
final class MessagesAsText {
  private MessagesAsText() {}

  static String of(List<Message> messages) {
    return messages.stream().map(MessagesAsText::message).collect(Collectors.joining("\n"));
  }

  private static String message(Message message) {
    String where = message.threadOf().map(key -> "   in the thread of " + key).orElse("");
    String blocks =
        message.blocks().stream().map(MessagesAsText::block).collect(Collectors.joining());
    return "== " + message.key() + where + woken(message) + "\n" + message.text() + "\n" + blocks;
  }

  private static String woken(Message message) {
    String shown = message.manner() == Message.Manner.BROADCAST ? "   also in the channel" : "";
    return shown
        + message
            .wakes()
            .map(
                audience ->
                    "   mentions "
                        + (audience.steers()
                            ? "those who steer"
                            : audience
                                .group()
                                .map(group -> "approvers of " + group)
                                .orElse("approvers"))
                        + (audience.without().isEmpty() ? "" : ", not who asked"))
            .orElse("");
  }

  private static String block(LayoutBlock block) {
    return switch (block) {
      case HeaderBlock header -> "[header]  " + header.getText().getText() + "\n";
      case SectionBlock section -> "[section] " + section.getText().getText() + "\n";
      case ContextBlock context ->
          "[context] " + ((MarkdownTextObject) context.getElements().get(0)).getText() + "\n";
      case ActionsBlock actions ->
          actions.getElements().stream()
              .map(element -> button((ButtonElement) element))
              .collect(Collectors.joining());
      default -> throw new IllegalStateException("what is " + block.getType());
    };
  }

  private static String button(ButtonElement button) {
    String confirm =
        button.getConfirm() == null
            ? ""
            : "\n          confirm: "
                + button.getConfirm().getTitle().getText()
                + " "
                + button.getConfirm().getText().getText();
    return "[button]  "
        + button.getText().getText()
        + (button.getStyle() == null ? "" : " (" + button.getStyle() + ")")
        + confirm
        + "\n";
  }
}
