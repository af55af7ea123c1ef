package io.quorate.supervisor;

import io.quorate.cluster.EtcdVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tag of an image of etcd: {@code registry.k8s.io/etcd:3.6.6-0}. */
public final class ImageTag {
  /** A version in a tag, and what the packager added: {@code 3.5.15-0}, {@code v3.6.6}. */
  private static final Pattern TAG =
      Pattern.compile(".*:v?(\\d{1,4}\\.\\d{1,4}\\.\\d{1,4})(?!-(?:alpha|beta|rc))(?:-.*)?");

  private ImageTag() {}

  /** The version that the tag of the image names; empty where it names none, or no release. */
  public static Optional<EtcdVersion> version(String image) {
    Matcher tag = TAG.matcher(image.replaceFirst("@.*", ""));
    return tag.matches() ? Optional.of(EtcdVersion.parse(tag.group(1))) : Optional.empty();
  }
}
