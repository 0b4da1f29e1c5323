package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormTokensTest {
    private static final Scope SCOPE = new Scope("5".repeat(24), true);
    private static final Scope TEST = new Scope("5".repeat(24), false);
    private static final Scope OTHER_SELLER = new Scope("4".repeat(24), true);
    private static final String PAGE = "6".repeat(24);
    private static final String VISIT = "7".repeat(24);
    private static final String FIELD = "8".repeat(24);

    private Instant now = Instant.parse("2026-11-25T10:00:00Z");
    private final FormTokens tokens = new FormTokens(
            new LinkSigner(new RotatingKey(List.of(new RotatingKey.Version("one", new byte[32])))), () -> now);

    @Test
    void formIsOfItsPageVisitAndModeForADay() {
        String id = tokens.newId();
        String token = tokens.sign(SCOPE, PAGE, VISIT, id);
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, token)).isEqualTo(id);
        assertThat(tokens.formId(TEST, PAGE, VISIT, token)).isNull();
        assertThat(tokens.formId(OTHER_SELLER, PAGE, VISIT, token)).isNull();
        assertThat(tokens.formId(SCOPE, VISIT, VISIT, token)).isNull();
        assertThat(tokens.formId(SCOPE, PAGE, PAGE, token)).isNull();
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, "0" + token.substring(1))).isNull();
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, null)).isNull();
        now = now.plus(Duration.ofHours(23));
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, token)).isEqualTo(id);
        now = now.plus(Duration.ofHours(2));
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, token)).isNull();
    }

    @Test
    void formOfAnOrderIsOfItsPageAndModeInEveryVisit() {
        String id = tokens.newId();
        String token = tokens.signOrder(SCOPE, PAGE, id);
        assertThat(tokens.orderForm(SCOPE, PAGE, token)).isEqualTo(id);
        assertThat(tokens.orderForm(TEST, PAGE, token)).isNull();
        assertThat(tokens.orderForm(OTHER_SELLER, PAGE, token)).isNull();
        assertThat(tokens.orderForm(SCOPE, VISIT, token)).isNull();
        assertThat(tokens.formId(SCOPE, PAGE, VISIT, token)).isNull();
        assertThat(tokens.orderForm(SCOPE, PAGE, tokens.sign(SCOPE, PAGE, VISIT, id)))
                .isNull();
    }

    @Test
    void uploadIsOfItsFormAndFieldUntilItIsSwept() {
        String form = tokens.newId();
        BuyerUpload upload =
                new BuyerUpload(tokens.newId(), "Lebenslauf | é~.pdf", "image/png", 9_999_999_999L, 7, null);
        String token = tokens.sign(form, FIELD, upload);
        assertThat(tokens.upload(form, FIELD, token)).isEqualTo(upload);
        assertThat(tokens.upload(FIELD, FIELD, token)).isNull();
        assertThat(tokens.upload(form, form, token)).isNull();
        assertThat(tokens.upload(form, FIELD, token.replace('~', '-'))).isNull();
        now = now.plus(Duration.ofHours(19));
        assertThat(tokens.upload(form, FIELD, token)).isEqualTo(upload);
        now = now.plus(Duration.ofHours(2));
        assertThat(tokens.upload(form, FIELD, token)).isNull();
    }
}
