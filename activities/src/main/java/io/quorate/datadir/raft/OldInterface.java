package io.quorate.datadir.raft;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.cluster.MemberId;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests of etcd's interface before v3, in which 3.4 and 3.5 still write the cluster version and
 * what members tell of themselves (etcd's {@code membership/storev2.go}).
 */
final class OldInterface {
  private static final Pattern ATTRIBUTES =
      Pattern.compile("/0/members/([0-9a-f]{1,16})/attributes");
  private static final String VERSION = "/0/version";

  private OldInterface() {}

  static Request.Version2 read(String method, String path, String value)
      throws MalformedMessageException {
    return new Request.Version2(method, path, meaning(method, path, value));
  }

  private static Request meaning(String method, String path, String value)
      throws MalformedMessageException {
    if (method.equals("PUT") && path.equals(VERSION)) {
      return new Request.ClusterVersionSet(value);
    }
    Matcher attributes = ATTRIBUTES.matcher(path);
    if (method.equals("PUT") && attributes.matches()) {
      JsonNode json = MemberRecord.tree(value.getBytes(StandardCharsets.UTF_8));
      return new Request.AttributesPublished(
          MemberId.parse(attributes.group(1)),
          json.path("name").asText(""),
          MemberRecord.texts(json.path("clientURLs")));
    }
    return new Request.Other(method + " " + path);
  }
}
