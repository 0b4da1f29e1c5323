package io.tollgate.sales.savedexport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sellers are told of the files of exports by e-mail, if the export says so. */
class ExportMailsTest {
    private static final TestGateway GATEWAY = TestGateway.shared();
    private static final String SELLER = "shop@example.com";
    private static final Pattern LINK = Pattern.compile("/exports/[^\"\\s]*?expires=(\\d+)[^\"\\s]*");

    private final TestSeller seller = GATEWAY.seller();
    private final TestApi api = seller.live();
    private final OutboxReader outbox = new OutboxReader(new TestShop(GATEWAY, seller));

    private void account(String locale) {
        api.patch("/v1/account", "{\"email\": \"%s\", \"locale\": \"%s\"}".formatted(SELLER, locale))
                .expect(200);
    }

    private static JsonNode create(TestApi by, String settings) {
        return by.post("/v1/exports", "{\"list\": \"payments\"" + settings.replace('\'', '"') + "}")
                .expect(201)
                .json()
                .get("data");
    }

    private static Matcher link(OutboxReader.Shown message) {
        Matcher link = LINK.matcher(message.html().replace("&amp;", "&"));
        assertThat(link.find()).isTrue();
        return link;
    }

    private static Reply fetch(Matcher link) {
        return GATEWAY.api(null).get(link.group());
    }

    @Test
    void theLinkReturnsTheFileForADay() {
        account("en-US");
        seller.create(Payments.RESOURCE, true, record -> {});
        JsonNode export = create(api, ", 'sendNotification': true");
        assertThat(export.get("notifyEmail").isNull()).isTrue();
        seller.settle();
        assertThat(outbox.purposes(SELLER)).containsExactly(MailPurpose.EXPORT_READY);
        OutboxReader.Shown message = outbox.message(SELLER, MailPurpose.EXPORT_READY);
        assertThat(message.page()).contains("payments", "Your export is ready").doesNotContain("[Test]");
        Matcher link = link(message);
        assertThat(fetch(link).expect(200).body()).startsWith("id,");
        assertThat(Instant.ofEpochSecond(Long.parseLong(link.group(1))))
                .isBeforeOrEqualTo(Instant.now().plus(ExportLinks.MAIL_VALIDITY));
        String later =
                link.group().replace("expires=" + link.group(1), "expires=" + (1 + Long.parseLong(link.group(1))));
        assertThat(GATEWAY.api(null).get(later).expect(403).body()).contains("link_expired");
    }

    @Test
    void eachAddressGetsAMessageOfItsOwn() {
        account("en-US");
        create(seller.test(), ", 'sendNotification': true, 'notifyEmail': 'ada@example.com, max@example.com'");
        seller.settle();
        assertThat(outbox.purposes(SELLER)).isEmpty();
        for (String address : List.of("ada@example.com", "max@example.com")) {
            assertThat(outbox.purposes(address)).containsExactly(MailPurpose.EXPORT_READY);
            assertThat(outbox.message(address, MailPurpose.EXPORT_READY).page()).contains("[Test]");
        }
    }

    /** Control: an export that does not say so tells nobody. */
    @Test
    void nobodyIsToldWithoutTheSetting() {
        account("en-US");
        JsonNode export = create(api, "");
        assertThat(export.get("sendNotification").booleanValue()).isFalse();
        seller.settle();
        assertThat(outbox.purposes(SELLER)).isEmpty();
    }

    @Test
    void aDeletedFileNeedsNoMessage() {
        account("en-US");
        JsonNode export = create(api, ", 'sendNotification': true");
        seller.settle();
        String path = outbox.message(SELLER, MailPurpose.EXPORT_READY).path();
        api.send("DELETE", "/v1/exports/" + export.get("id").textValue(), Map.of(), "")
                .expect(200);
        new TestApi(GATEWAY.managementUrl(), null).get(path).expect(410);
    }

    @Test
    void addressesAreValidated() {
        String body = "{\"list\": \"payments\", \"sendNotification\": true, \"notifyEmail\": \"ada\"}";
        assertThat(api.post("/v1/exports", body).problems()).containsExactly("notifyEmail");
        assertThat(api.post("/v1/exports", "{\"list\": \"payments\", \"notifyEmail\": \"ada@example.com\"}")
                        .problems())
                .containsExactly("notifyEmail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-PT", "pl-PL", "ar-SA"})
    void aFailureIsToldInTheLanguageOfTheAccount(String locale) {
        account(locale);
        create(api, ", 'sendNotification': true");
        TestSeller.rows("INSERT INTO seller_storage (seller_id, used_bytes) VALUES ($1, 5000000000)", seller.id());
        seller.settle();
        assertThat(outbox.purposes(SELLER)).containsExactly(MailPurpose.EXPORT_FAILED);
        String html = outbox.message(SELLER, MailPurpose.EXPORT_FAILED).html();
        assertThat(html)
                .contains("lang=\"" + Locale.forLanguageTag(locale).getLanguage(), "Delete files first", "payments")
                .doesNotContain("{0}", "/exports/");
    }
}
