package io.quorate.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a token is, and how the text of a file with tokens is read. */
class TokensTest {
  private static final Token DANA = Token.create();
  private static final Token ROBIN = Token.create();

  @Test
  void aTokenBelongsOnlyToTheNameOnTheLine() {
    Tokens tokens =
        Tokens.parse(
            "# people of the night shift\n\n"
                + DANA.hash()
                + " dana\n"
                + DANA.hash()
                    .toString()
                    .replace(DANA.hash().hex(), ROBIN.hash().hex().toUpperCase())
                + "  Robin Smith \n");

    assertThat(tokens.wrong()).isEmpty();
    assertThat(tokens.whose(DANA.hash())).contains("dana");
    assertThat(tokens.whose(ROBIN.hash())).contains("Robin Smith");
    assertThat(tokens.whose(Token.create().hash())).isEmpty();
    assertThat(tokens.whose(TokenHash.of(DANA.hash().toString())))
        .as("who reads the file has no token by it")
        .isEmpty();
  }

  @Test
  void aPersonMayHaveAnOldAndANewTokenForAWhile() {
    Tokens tokens = Tokens.parse(DANA.hash() + " dana\n" + ROBIN.hash() + " Dana\n");

    assertThat(tokens.of("DANA")).hasSize(2);
    assertThat(tokens.whose(DANA.hash())).contains("dana");
    assertThat(tokens.whose(ROBIN.hash())).contains("Dana");
  }

  @Test
  void aWrongLineIsToldByNumberAndCountsForNobody() {
    String text =
        String.join(
            "\n",
            "dana " + DANA.hash(),
            DANA.text() + " dana",
            DANA.hash().toString(),
            ROBIN.hash() + " robin",
            ROBIN.hash() + " mallory",
            DANA.hash() + " alert etcdMembersDown",
            DANA.hash() + " after payments.1a2b3c4d",
            "sha256:abc dana");
    Tokens tokens = Tokens.parse(text);

    assertThat(tokens.whose(DANA.hash())).isEmpty();
    assertThat(tokens.whose(ROBIN.hash())).contains("robin");
    assertThat(tokens.wrong()).extracting(Tokens.Wrong::line).containsExactly(1, 2, 3, 5, 6, 7, 8);
    assertThat(tokens.wrong())
        .extracting(Tokens.Wrong::sentence)
        .anySatisfy(why -> assertThat(why).startsWith("is no token; write it as sha256:HASH NAME"))
        .anySatisfy(why -> assertThat(why).startsWith("holds a token itself"))
        .anySatisfy(why -> assertThat(why).startsWith("says nobody's name"))
        .anySatisfy(why -> assertThat(why).contains("is the token of robin"))
        .anySatisfy(why -> assertThat(why).contains("how alerts are named"))
        .anySatisfy(why -> assertThat(why).contains("operations that follow another one are named"))
        .noneSatisfy(why -> assertThat(why).contains(DANA.text()));
  }

  @Test
  void aNameWithControlOrInvisibleCharactersIsRefused() {
    assertThat(
            List.of(
                "",
                " ",
                "a\nb",
                "a\n\nb",
                "a\tb",
                "\u0007",
                "a\u0085b",
                "a\u2028b",
                "a\u2029b",
                "a\u202eb",
                "dana\u200b",
                "\ufeffdana",
                "dana\u00ad"))
        .allSatisfy(name -> assertThat(Tokens.objection(name)).isPresent());
    assertThat(List.of("dana", "Robin Smith", "d.smith", "Jos\u00e9", "\u738b\u82b3"))
        .allSatisfy(name -> assertThat(Tokens.objection(name)).isEmpty());
  }

  @Test
  void aTokenIsLongAndUniqueAndToStringHidesTheText() {
    Set<String> texts = new HashSet<>();
    for (int time = 0; time < 100; time++) {
      texts.add(Token.create().text());
    }
    assertThat(texts).hasSize(100).allMatch(text -> text.matches("quorate_[-_A-Za-z0-9]{43}"));
    assertThat(DANA.toString()).doesNotContain(DANA.text().substring(8));
  }
}
