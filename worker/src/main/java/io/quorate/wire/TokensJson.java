package io.quorate.wire;

import java.util.List;

/**
 * Output of {@code quorate token list -o json}, and of {@code token remove} with those that are
 * gone.
 */
public record TokensJson(String file, List<Listed> tokens) {
  /**
   * A token.
   *
   * @param id first digits of its SHA-256, by which tokens are told apart
   * @param use {@code all} that the person may do, or {@code only-look}
   */
  public record Listed(String name, String id, String use) {}
}
