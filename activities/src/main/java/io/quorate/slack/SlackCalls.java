package io.quorate.slack;

import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.response.chat.ChatGetPermalinkResponse;
import com.slack.api.methods.response.chat.ChatPostMessageResponse;
import com.slack.api.methods.response.chat.ChatUpdateResponse;
import com.slack.api.methods.response.conversations.ConversationsHistoryResponse;
import com.slack.api.methods.response.conversations.ConversationsListResponse;
import com.slack.api.methods.response.conversations.ConversationsRepliesResponse;
import com.slack.api.model.Conversation;
import com.slack.api.model.ConversationType;
import com.slack.api.model.Message.Metadata;
import com.slack.api.model.ResponseMetadata;
import io.quorate.port.Failure;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The calls of Slack's Web API that showing a state needs. */
final class SlackCalls {
  private static final Pattern CHANNEL_ID = Pattern.compile("[CGD][A-Z0-9]{7,}");
  private static final int PAGE = 200;

  /**
   * Most pages of 200 messages that are searched in a channel or thread; in a busier one Slack's
   * own check of client ids has to drop a duplicate.
   */
  private static final int MOST_PAGES = 5;

  private static final Set<String> GONE =
      Set.of("message_not_found", "cant_update_message", "edit_window_closed");

  private final MethodsClient methods;
  private final String token;
  private final Mentions mentions;
  private final RateLimits limits = RateLimits.none();
  private final UserGroups userGroups;
  private final Map<String, ChannelReads> reads = new ConcurrentHashMap<>();

  SlackCalls(MethodsClient methods, String token, Mentions mentions) {
    this.methods = methods;
    this.token = token;
    this.mentions = mentions;
    this.userGroups = new UserGroups(methods, limits);
  }

  /** Returns whether a mention of all approvers mentions everybody of this audience. */
  boolean isAmongApprovers(Audience audience) {
    return mentions.areAmongAll(audience, userGroups::isUsable);
  }

  private String mention(Audience audience) {
    String mention = mentions.of(audience, userGroups::isUsable);
    return mention.isEmpty() ? mention : mention + userGroups.news(mentions.userGroupsOf(audience));
  }

  /**
   * Posts a parcel with a client id, for which the SDK's own request has no field.
   *
   * @param instead Slack's id of the deleted message that this post replaces, without mention and
   *     broadcast; empty for a first post
   */
  Place post(String channel, Optional<String> threadTs, Parcel parcel, String instead) {
    boolean first = instead.isEmpty();
    String mention = first ? parcel.wakes().map(this::mention).orElse("") : "";
    boolean broadcast = first && parcel.isBroadcast() && threadTs.isPresent();
    ChatPostMessageResponse answer =
        limits.accepted(
            "chat.postMessage",
            () ->
                methods.postFormWithTokenAndParseResponse(
                    form -> {
                      form.add("channel", channel)
                          .add("text", parcel.text(mention))
                          .add("blocks", parcel.blocks(mention))
                          .add("metadata", parcel.metadataText())
                          .add("unfurl_links", "false")
                          .add("client_msg_id", parcel.clientId(instead))
                          .add("reply_broadcast", String.valueOf(broadcast));
                      threadTs.ifPresent(ts -> form.add("thread_ts", ts));
                      return form;
                    },
                    "chat.postMessage",
                    token,
                    ChatPostMessageResponse.class));
    return new Place(answer.getChannel(), answer.getTs(), parcel.content(), parcel.version());
  }

  /**
   * Edits a message in place; empty when Slack says that the message is gone or can no longer be
   * edited. An edit carries no mention and no broadcast, so that it wakes nobody again.
   */
  Optional<Place> update(Place place, Parcel parcel) {
    ChatUpdateResponse answer =
        limits.answer(
            "chat.update",
            () ->
                methods.chatUpdate(
                    r ->
                        r.channel(place.channel())
                            .ts(place.ts())
                            .text(parcel.text())
                            .blocksAsString(parcel.blocks())
                            .metadata(parcel.metadata())));
    if (!answer.isOk() && GONE.contains(String.valueOf(answer.getError()))) {
      return Optional.empty();
    }
    if (!answer.isOk()) {
      throw SlackFailures.refused("chat.update", answer);
    }
    return Optional.of(new Place(place.channel(), place.ts(), parcel.content(), parcel.version()));
  }

  /** Address of a message for people; empty where Slack does not tell it. */
  Optional<String> permalink(Place place) {
    ChatGetPermalinkResponse answer =
        limits.answer(
            "chat.getPermalink",
            () -> methods.chatGetPermalink(r -> r.channel(place.channel()).messageTs(place.ts())));
    return answer.isOk() ? Optional.ofNullable(answer.getPermalink()) : Optional.empty();
  }

  /** Places of Quorate's messages of this operation in the channel, by key. */
  Map<String, Place> inChannel(String channel, String operation, Instant since) {
    return reads
        .computeIfAbsent(
            channel, id -> new ChannelReads(from -> messages(id, from), System::nanoTime))
        .of(operation, since);
  }

  private ChannelReads.Found messages(String channel, Instant since) {
    Map<String, Map<String, Place>> found = new HashMap<>();
    Optional<String> cursor = Optional.of("");
    for (int page = 0; page < MOST_PAGES && cursor.isPresent(); page++) {
      String from = cursor.get();
      ConversationsHistoryResponse answer =
          limits.accepted(
              "conversations.history",
              () ->
                  methods.conversationsHistory(
                      r ->
                          r.channel(channel)
                              .oldest(since.getEpochSecond() + ".000000")
                              .includeAllMetadata(true)
                              .limit(PAGE)
                              .cursor(from)));
      take(found, channel, answer.getMessages());
      cursor = next(answer.getResponseMetadata());
    }
    return new ChannelReads.Found(cursor.isEmpty(), found);
  }

  /** Place of a known message in the channel; empty when it is not there. */
  Optional<Place> standing(Place known, String operation) {
    ConversationsHistoryResponse answer =
        limits.accepted(
            "conversations.history",
            () ->
                methods.conversationsHistory(
                    r ->
                        r.channel(known.channel())
                            .oldest(known.ts())
                            .latest(known.ts())
                            .inclusive(true)
                            .includeAllMetadata(true)
                            .limit(1)));
    Map<String, Map<String, Place>> found = new HashMap<>();
    take(found, known.channel(), answer.getMessages());
    return found.getOrDefault(operation, Map.of()).values().stream()
        .filter(place -> place.ts().equals(known.ts()))
        .findFirst();
  }

  /** The id of a file with this name in a thread; empty when there is none. */
  Optional<String> fileInThread(String channel, String threadTs, String name) {
    ConversationsRepliesResponse answer =
        limits.accepted(
            "conversations.replies",
            () -> methods.conversationsReplies(r -> r.channel(channel).ts(threadTs).limit(PAGE)));
    return answer.getMessages().stream()
        .map(com.slack.api.model.Message::getFiles)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .filter(file -> name.equals(file.getName()))
        .map(com.slack.api.model.File::getId)
        .findFirst();
  }

  /** Uploads a text file into a thread; returns Slack's id of the file. */
  String upload(String channel, String threadTs, Attachment file) {
    return limits
        .accepted(
            "files.completeUploadExternal",
            () ->
                SlackFailures.uploaded(
                    () ->
                        methods.filesUploadV2(
                            r ->
                                r.channel(channel)
                                    .threadTs(threadTs)
                                    .filename(file.name())
                                    .title(file.name())
                                    .content(file.text())
                                    .requestFileInfo(false))))
        .getFile()
        .getId();
  }

  /** Places of Quorate's messages of this operation in a thread, by key. */
  Map<String, Place> inThread(String channel, String threadTs, String operation) {
    Map<String, Map<String, Place>> found = new HashMap<>();
    Optional<String> cursor = Optional.of("");
    for (int page = 0; page < MOST_PAGES && cursor.isPresent(); page++) {
      String from = cursor.get();
      ConversationsRepliesResponse answer =
          limits.accepted(
              "conversations.replies",
              () ->
                  methods.conversationsReplies(
                      r ->
                          r.channel(channel)
                              .ts(threadTs)
                              .includeAllMetadata(true)
                              .limit(PAGE)
                              .cursor(from)));
      take(found, channel, answer.getMessages());
      cursor = next(answer.getResponseMetadata());
    }
    return found.getOrDefault(operation, Map.of());
  }

  /** Slack's id of a channel. Reading a channel needs its id; posting would take its name. */
  String channelId(String configured) {
    String name = configured.startsWith("#") ? configured.substring(1) : configured;
    if (CHANNEL_ID.matcher(name).matches()) {
      return name;
    }
    Optional<String> cursor = Optional.of("");
    while (cursor.isPresent()) {
      String from = cursor.get();
      ConversationsListResponse answer = channels(from);
      for (Conversation channel : answer.getChannels()) {
        if (name.equals(channel.getName())) {
          return channel.getId();
        }
      }
      cursor = next(answer.getResponseMetadata()).filter(next -> !next.equals(from));
    }
    throw new Failure.Fault(
        "The app sees no channel "
            + configured
            + " in Slack: look at slack.channel in quorate.yml, and invite the app if it is"
            + " private.");
  }

  private ConversationsListResponse channels(String cursor) {
    return limits.accepted(
        "conversations.list",
        () ->
            methods.conversationsList(
                r ->
                    r.types(
                            List.of(
                                ConversationType.PUBLIC_CHANNEL, ConversationType.PRIVATE_CHANNEL))
                        .excludeArchived(true)
                        .limit(PAGE)
                        .cursor(cursor)));
  }

  private static Optional<String> next(ResponseMetadata metadata) {
    return Optional.ofNullable(metadata)
        .map(ResponseMetadata::getNextCursor)
        .filter(cursor -> !cursor.isEmpty());
  }

  /** Notes the places of Quorate's messages among these, by operation and by key. */
  private static void take(
      Map<String, Map<String, Place>> found,
      String channel,
      List<com.slack.api.model.Message> messages) {
    for (com.slack.api.model.Message message : messages) {
      Optional.ofNullable(message.getMetadata())
          .filter(metadata -> Parcel.EVENT_TYPE.equals(metadata.getEventType()))
          .map(Metadata::getEventPayload)
          .ifPresent(
              payload -> {
                Place place =
                    Place.of(
                        channel,
                        message.getTs(),
                        String.valueOf(payload.get("content")),
                        String.valueOf(payload.get("version")));
                Map<String, Place> places =
                    found.computeIfAbsent(
                        String.valueOf(payload.get("operation")), any -> new HashMap<>());
                for (String key : String.valueOf(payload.get("keys")).split(" ", -1)) {
                  places.putIfAbsent(key, place);
                }
              });
    }
  }
}
