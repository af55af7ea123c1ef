package io.quorate.token;

import io.quorate.operation.OwnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Content of a file of tokens: a line for each token, {@code sha256:HASH NAME}, with {@code
 * only-look} before it where the token changes nothing. Empty lines and lines that begin with
 * {@code #} are comments. A line that is none of these counts for nobody, and the others count all
 * the same: whoever edits the file wrongly locks nobody else out.
 *
 * @param wrong lines that count for nobody, with the reason
 */
public record Tokens(List<Entry> entries, List<Wrong> wrong) {
  /** Longest name of a person. */
  public static final int LONGEST_NAME = 100;

  /** Character that stands for a byte that is no UTF-8. */
  private static final char UNREADABLE = '\uFFFD';

  private static final String ONLY_LOOK = "only-look ";

  private static final String FORM = "write it as sha256:HASH NAME; quorate token create does";

  public Tokens {
    entries = List.copyOf(entries);
    wrong = List.copyOf(wrong);
  }

  /** Rights that come with a token. */
  public enum Use {
    /** All that the policy lets the person do. */
    ALL,
    /** Reading; it starts, decides and steers nothing. */
    ONLY_LOOK
  }

  /** Hash of a token, the name of the person who has the token, and what it is good for. */
  public record Entry(TokenHash hash, String name, Use use) {
    /** Creates an entry of a token that is good for all that the person may do. */
    public Entry(TokenHash hash, String name) {
      this(hash, name, Use.ALL);
    }

    /** The entry as a line of the file. */
    public String line() {
      return (use == Use.ONLY_LOOK ? ONLY_LOOK : "") + hash + " " + name;
    }
  }

  /**
   * A line that is no token.
   *
   * @param line its number, from 1
   * @param sentence what is wrong and what to do; never the line itself, which may be a secret
   */
  public record Wrong(int line, String sentence) {}

  /** Reads the text of a file. */
  public static Tokens parse(String text) {
    List<Entry> entries = new ArrayList<>();
    List<Wrong> wrong = new ArrayList<>();
    List<String> lines = text.lines().map(String::strip).toList();
    for (int index = 0; index < lines.size(); index++) {
      String line = lines.get(index);
      if (!line.isEmpty() && !line.startsWith("#")) {
        Optional<Entry> entry = entry(line);
        Optional<String> objection =
            entry.isPresent() ? objection(entry.get(), entries) : Optional.of(noEntry(line));
        if (objection.isPresent()) {
          wrong.add(new Wrong(index + 1, objection.get()));
        } else {
          entry.ifPresent(entries::add);
        }
      }
    }
    return new Tokens(entries, wrong);
  }

  /** Reads a line as hash and name, whether or not it counts; empty when it is no such line. */
  static Optional<Entry> entry(String line) {
    boolean looks = line.strip().startsWith(ONLY_LOOK);
    String[] words =
        (looks ? line.strip().substring(ONLY_LOOK.length()) : line).strip().split("\\s+", 2);
    Use use = looks ? Use.ONLY_LOOK : Use.ALL;
    return words.length < 2
        ? Optional.empty()
        : TokenHash.read(words[0]).map(hash -> new Entry(hash, words[1], use));
  }

  private static String noEntry(String line) {
    if (line.contains(Token.PREFIX)) {
      return "holds a token itself, which whoever reads this file can use; take the line out, and"
          + " create another token";
    }
    return TokenHash.read(line).isPresent()
        ? "says nobody's name; " + FORM
        : "is no token; " + FORM;
  }

  private static Optional<String> objection(Entry entry, List<Entry> before) {
    return objection(entry.name())
        .or(
            () ->
                before.stream()
                    .filter(other -> other.hash().matches(entry.hash()))
                    .findFirst()
                    .map(
                        other ->
                            "is the token of "
                                + other.name()
                                + ", which stands above; a token is one person's"));
  }

  /** Returns why nobody can be called so; empty for a name that a token may have. */
  public static Optional<String> objection(String name) {
    if (name.isBlank()
        || name.length() > LONGEST_NAME
        || name.codePoints().anyMatch(Tokens::isInvisible)) {
      return Optional.of(
          "a name is 1 to "
              + LONGEST_NAME
              + " characters, none of them a control or format character");
    }
    if (name.indexOf(UNREADABLE) >= 0) {
      return Optional.of("a name is text in UTF-8");
    }
    return OwnNames.objection(name);
  }

  /** Whether two names could look alike because of it, or one stand on two lines of a log. */
  private static boolean isInvisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** Returns the name of the person who has the token of this hash. */
  public Optional<String> whose(TokenHash shown) {
    return entry(shown).map(Entry::name);
  }

  /**
   * Returns the entry of the token of this hash. Every entry is compared, so that the time does not
   * tell which one it is.
   */
  public Optional<Entry> entry(TokenHash shown) {
    Optional<Entry> found = Optional.empty();
    for (Entry entry : entries) {
      if (entry.hash().matches(shown)) {
        found = Optional.of(entry);
      }
    }
    return found;
  }

  /** Returns the entries of a person; letter case does not matter. */
  public List<Entry> of(String name) {
    return entries.stream().filter(entry -> entry.name().equalsIgnoreCase(name.strip())).toList();
  }
}
