package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seller is told of a webhook that fails: once at half of the time, and once when it is stopped. */
class WebhookMailsTest extends WebhookScene {
    private static final String SELLER = "shop@example.com";

    private final TestGateway other = startGateway();

    @AfterAll
    void stopOther() {
        other.close();
    }

    private JsonNode failingHook(String locale) {
        seller.live()
                .patch("/v1/account", "{\"email\": \"%s\", \"locale\": \"%s\"}".formatted(SELLER, locale))
                .expect(200);
        TestShop.Shelf event = shop.event();
        shop.settle();
        String url = receiver.url("/hook") + "?token=hidden";
        JsonNode webhook = HookedShop.hookAt(seller.live(), url, "\"booking.created\"");
        receiver.answer(delivery -> Response.of(500));
        shop.book(event);
        settleBoth();
        return webhook;
    }

    /** Both instances claim what is due at the same time. */
    private void settleBoth() {
        gateway.numberEvents(seller.scope(true));
        CompletableFuture.allOf(
                        CompletableFuture.runAsync(() -> gateway.settle(seller.scope(true))),
                        CompletableFuture.runAsync(() -> other.settle(seller.scope(true))))
                .join();
    }

    /** Lets days pass, in which deliveries of new events fail each half of a day. */
    private void fail(int halfDays) {
        TestShop.Shelf event = shop.event();
        for (int i = 0; i < halfDays; i++) {
            clock.advance(Duration.ofHours(12));
            shop.book(event);
            settleBoth();
            clock.advance(Duration.ofSeconds(6));
            settleBoth();
        }
    }

    private OutboxReader outbox() {
        return new OutboxReader(new TestShop(gateway, seller));
    }

    private List<MailPurpose> told() {
        return outbox().purposes(SELLER).stream()
                .filter(purpose -> purpose.name().startsWith("WEBHOOK_"))
                .toList();
    }

    @Test
    void theSellerIsToldOnceAtHalfAndOnceAtTheEnd() {
        JsonNode webhook = failingHook("en-US");
        fail(4);
        assertThat(told()).isEmpty();
        fail(1);
        assertThat(told()).containsExactly(MailPurpose.WEBHOOK_FAILING);
        String shown = outbox().message(SELLER, MailPurpose.WEBHOOK_FAILING).page();
        assertThat(shown).contains("Hook", "/docs/guides/webhooks#failures").doesNotContain("hidden");
        fail(4);
        assertThat(told()).containsExactly(MailPurpose.WEBHOOK_FAILING);
        fail(2);
        assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("failed");
        assertThat(told()).containsExactlyInAnyOrder(MailPurpose.WEBHOOK_FAILING, MailPurpose.WEBHOOK_FAILED);
        assertThat(outbox().message(SELLER, MailPurpose.WEBHOOK_FAILED).page()).contains("five days");
    }

    /** Control: without the note in the state of the webhook, each failed attempt would tell the seller. */
    @Test
    void withoutTheNoteTheSellerIsToldAgain() {
        failingHook("en-US");
        fail(5);
        assertThat(told()).hasSize(1);
        TestSeller.rows("UPDATE webhook_state SET warned_at = NULL WHERE seller_id = $1", seller.id());
        TestSeller.rows("UPDATE mail_message SET occasion = 'former' WHERE seller_id = $1", seller.id());
        fail(1);
        assertThat(told()).hasSize(2);
    }

    @Test
    void aSuccessBeginsTheTimeAnew() {
        failingHook("en-US");
        fail(5);
        receiver.answer(delivery -> Response.of(200));
        fail(1);
        receiver.answer(delivery -> Response.of(500));
        fail(4);
        assertThat(told()).hasSize(1);
        fail(2);
        assertThat(told()).containsExactly(MailPurpose.WEBHOOK_FAILING, MailPurpose.WEBHOOK_FAILING);
    }

    @Test
    void aReceiverThatIsGoneIsToldAtOnce() {
        JsonNode webhook = failingHook("de-DE");
        receiver.answer(delivery -> Response.of(410));
        fail(1);
        assertThat(told()).containsExactly(MailPurpose.WEBHOOK_FAILED);
        OutboxReader.Shown shown = outbox().message(SELLER, MailPurpose.WEBHOOK_FAILED);
        assertThat(shown.page()).contains("Status 410");
        // Nobody wants to read of what is repaired.
        seller.live()
                .patch(HookedShop.path(webhook), "{\"status\": \"active\"}")
                .expect(200);
        new TestApi(gateway.managementUrl(), null).get(shown.path()).expect(410);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pt-PT", "pl-PL", "ar-SA"})
    void theMessageIsInTheLanguageOfTheAccount(String locale) {
        failingHook(locale);
        fail(5);
        String html = outbox().message(SELLER, MailPurpose.WEBHOOK_FAILING).html();
        assertThat(html)
                .contains("lang=\"" + Locale.forLanguageTag(locale).getLanguage(), "Hook")
                .doesNotContain("{0}", "{1}", "{2}");
    }
}
