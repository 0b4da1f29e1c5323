package io.tollgate.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordTokensTest {
    private static final Scope LIVE = new Scope("5".repeat(24), true);
    private static final Scope TEST = new Scope("5".repeat(24), false);
    private static final String ID = "6".repeat(24);
    private static final RotatingKey KEY = key(0);

    private final RecordTokens checkouts = new RecordTokens("checkout", KEY);
    private final RecordTokens submissions = new RecordTokens("submission", KEY);

    private static RotatingKey key(int content) {
        return new RotatingKey(List.of(new RotatingKey.Version("one", new byte[] {(byte) content, 1, 2})));
    }

    @Test
    void tokenNamesItsRecordAndMode() {
        assertThat(checkouts.key(checkouts.sign(LIVE, ID))).isEqualTo(new RecordTokens.Key(LIVE, ID, null));
        assertThat(checkouts.key(checkouts.sign(TEST, ID))).isEqualTo(new RecordTokens.Key(TEST, ID, null));
    }

    @Test
    void tokenOfOnePurposeIsNotValidForAnother() {
        assertThat(submissions.key(checkouts.sign(LIVE, ID))).isNull();
        assertThat(checkouts.key(submissions.sign(LIVE, ID))).isNull();
        assertThat(submissions.key(submissions.sign(LIVE, ID))).isNotNull();
    }

    @Test
    void changedTokenIsNotValid() {
        String token = checkouts.sign(LIVE, ID);
        assertThat(checkouts.key("4" + token.substring(1))).isNull();
        assertThat(checkouts.key(token.replace("l6", "t6"))).isNull();
        assertThat(checkouts.key(token.replace("6~", "7~"))).isNull();
        assertThat(checkouts.key(token.replace('~', '-'))).isNull();
        assertThat(checkouts.key(token + "A")).isNull();
        assertThat(checkouts.key("")).isNull();
    }

    @Test
    void tokenOfAnotherKeyIsNotValid() {
        assertThat(new RecordTokens("checkout", key(1)).key(checkouts.sign(LIVE, ID)))
                .isNull();
    }
}
