package io.quorate.snapshots;

import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Objects of a cluster in S3, below one prefix. A new object is written only where there is none of
 * that key ({@code If-None-Match}).
 */
final class S3Store implements ObjectStore {
  private final S3Bucket bucket;
  private final String prefix;

  /**
   * Creates the store.
   *
   * @param parts of the keys, which stand behind the prefix of the configuration
   */
  S3Store(S3Bucket bucket, String... parts) {
    this.bucket = bucket;
    this.prefix = bucket.key(parts);
  }

  @Override
  public String place() {
    return bucket.words(prefix);
  }

  @Override
  public String words(String name) {
    return bucket.words(key(name));
  }

  private String key(String name) {
    return prefix + "/" + name;
  }

  @Override
  public NavigableMap<String, State> list(String beginning) {
    NavigableMap<String, State> found = new TreeMap<>();
    bucket
        .list(key(beginning))
        .forEach(
            (key, object) ->
                found.put(
                    key.substring(prefix.length() + 1),
                    new State(object.lastModified(), object.size(), object.eTag(), true)));
    return found;
  }

  @Override
  public Optional<byte[]> get(String name) {
    return bucket.get(key(name));
  }

  @Override
  public boolean create(String name, byte[] content) {
    return bucket.create(key(name), content);
  }

  @Override
  public void setAside(String name, String why) {
    // It stays, and its name stays taken.
  }

  @Override
  public void delete(List<String> names) {
    names.forEach(name -> bucket.delete(key(name)));
  }

  @Override
  public String remedy(IOException e) {
    return "";
  }
}
