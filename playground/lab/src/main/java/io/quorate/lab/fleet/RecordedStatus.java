package io.quorate.lab.fleet;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Answer of a real member to {@code Status}, with the ids of another one put in. All other fields
 * stay as recorded, also fields that Quorate does not know.
 *
 * @param minor the line of etcd: {@code 3.6}
 */
record RecordedStatus(String minor, UnknownFieldSet answer) {
  /** The numbers of the fields, by rpc.proto of etcd. */
  static final int HEADER = 1;

  static final int LEADER = 4;

  static final int CLUSTER_ID = 1;
  static final int MEMBER_ID = 2;

  private static final int LISTED = 2;
  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int PEER_URL = 3;
  private static final int CLIENT_URL = 4;

  /** All that were recorded, the oldest line first. */
  static List<RecordedStatus> all() {
    try (InputStream file = RecordedStatus.class.getResourceAsStream("status.txt")) {
      String text =
          new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines().map(RecordedStatus::of).toList();
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  private static RecordedStatus of(String line) {
    String[] words = line.split(" ", 2);
    return new RecordedStatus(words[0], fields(HexFormat.of().parseHex(words[1])));
  }

  /** The fields of a message. */
  static UnknownFieldSet fields(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException wrong) {
      throw new IllegalArgumentException("this is no answer of etcd", wrong);
    }
  }

  /** The answer of this member, under a leader of the same cluster. */
  byte[] of(FleetAddress member, FleetAddress leader) {
    return with(answer, LEADER, leader.memberId()).toBuilder()
        .clearField(HEADER)
        .addField(HEADER, header(member))
        .build()
        .toByteArray();
  }

  /** The answer of this member that is a header alone: no alarm is raised, no key is there. */
  byte[] headerOf(FleetAddress member) {
    return UnknownFieldSet.newBuilder().addField(HEADER, header(member)).build().toByteArray();
  }

  /** The member list of this member's cluster, whose client URLs have this port. */
  byte[] listOf(FleetAddress member, int port) {
    Field.Builder members = Field.newBuilder();
    for (int number = 0; number < FleetAddress.MEMBERS; number++) {
      members.addLengthDelimited(listed(new FleetAddress(member.cluster(), number), port));
    }
    return UnknownFieldSet.newBuilder()
        .addField(HEADER, header(member))
        .addField(LISTED, members.build())
        .build()
        .toByteArray();
  }

  private static ByteString listed(FleetAddress member, int port) {
    String host = "http://" + member.host();
    return with(UnknownFieldSet.getDefaultInstance(), ID, member.memberId()).toBuilder()
        .addField(NAME, bytes(ByteString.copyFromUtf8("etcd-" + member.member())))
        .addField(PEER_URL, bytes(ByteString.copyFromUtf8(host + ":2380")))
        .addField(CLIENT_URL, bytes(ByteString.copyFromUtf8(host + ":" + port)))
        .build()
        .toByteString();
  }

  private Field header(FleetAddress member) {
    UnknownFieldSet header =
        fields(answer.getField(HEADER).getLengthDelimitedList().getFirst().toByteArray());
    return bytes(
        with(with(header, CLUSTER_ID, member.clusterId()), MEMBER_ID, member.memberId())
            .toByteString());
  }

  private static UnknownFieldSet with(UnknownFieldSet message, int number, long value) {
    return message.toBuilder()
        .clearField(number)
        .addField(number, Field.newBuilder().addVarint(value).build())
        .build();
  }

  private static Field bytes(ByteString value) {
    return Field.newBuilder().addLengthDelimited(value).build();
  }
}
