package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.sales.invoice.InvoiceLinks.Kind;
import io.tollgate.sales.invoice.InvoiceLinks.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NonNull;
import org.junit.jupiter.api.Test;

/** Only signed links are accepted; all others get the same response. */
class LinkFuzzTest {
    private static final String ID = "65f0c0ffee0123456789abcd";
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");
    private static final RotatingKey KEY = new RotatingKey(List.of(new RotatingKey.Version("one", new byte[32])));
    private static final InvoiceLinks LINKS = new InvoiceLinks(KEY, "http://localhost", Duration.ofHours(1), () -> NOW);

    @FuzzTest(maxDuration = "60s")
    void no_text_is_a_link(@NonNull FuzzedDataProvider data) {
        String seller = data.consumeBoolean() ? ID : data.consumeString(30);
        String mode = data.consumeBoolean() ? "live" : data.consumeString(6);
        String name = data.consumeBoolean() ? ID + ".pdf" : data.consumeString(40);
        String expires = data.consumeBoolean() ? "4000000000" : data.consumeString(20);
        String signature = data.consumeRemainingAsString();
        ApiError refused = catchThrowableOfType(
                ApiError.class,
                () -> LINKS.check(Kind.INVOICE, seller, mode, name, new Query(expires, null, signature)));
        assertThat(refused).isNotNull();
        assertThat(refused.status()).isEqualTo(403);
    }

    /** Control: a signed link is accepted. */
    @Test
    void a_signed_link_is_one() {
        String link = LINKS.sign(new Scope(ID, true), ID);
        String expires = link.replaceAll(".*expires=(\\d+).*", "$1");
        String signature = link.replaceAll(".*signature=", "");
        assertThat(LINKS.check(Kind.INVOICE, ID, "live", ID + ".pdf", new Query(expires, null, signature))
                        .id())
                .isEqualTo(ID);
    }
}
