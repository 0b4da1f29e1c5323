package io.tollgate.loadtest.buyers;

import static io.tollgate.loadtest.Replies.assertError;
import static io.tollgate.loadtest.Replies.assertInconsistent;
import static io.tollgate.loadtest.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.loadtest.buyers.Visitor.Stage;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import org.junit.jupiter.api.Test;

/** What each page must show, and what is found when it does not. */
class BuyersTest {
    private static final String FORM = """
            <h1>Load test</h1><input type="hidden" name="csrf" value="signed">
            <input type="radio" name="priceId" value="a" checked><input type="radio" name="priceId" value="b">
            <input name="fields.1" autocomplete="name"><input name="fields.2" autocomplete="email">
            """;
    private static final String PAYMENT = """
            <script src="http://localhost:9/v3/" defer></script>
            <form data-key="pk_live_x" data-secret="pi_1_secret_2">
            """;

    private static final String OFFER = """
            <form method="post" action="/s/x/checkout/1/offer"><input type="hidden" name="csrf" value="signed">
            <input type="hidden" name="total" value="700"></form>
            """;

    private final Buyers buyers = new Buyers(Call.Caller.LIVE_KEY, 1);
    private final Visitor visitor = new Visitor("v@example.com");

    private void step(Answer answer) {
        visitor.reach(buyers.judge(visitor, answer));
    }

    private void ordered() {
        step(reply(200, FORM, "Set-Cookie", "tollgate_visit=1; Path=/s/"));
        step(reply(200, "Total €25.00"));
        step(reply(303, "", "Location", "/s/x/checkout/1"));
    }

    @Test
    void buyer_goes_all_the_way() {
        ordered();
        assertThat(visitor.stage()).isEqualTo(Stage.ORDERED);
        step(reply(200, PAYMENT));
        Call confirm = visitor.call("/s/x/y");
        assertThat(confirm.path()).isEqualTo("http://localhost:9/v1/payment_intents/pi_1/confirm");
        assertThat(confirm.headers()).containsEntry("Authorization", "Bearer pk_live_x");
        step(reply(200, "{\"status\":\"succeeded\"}"));
        step(reply(303, ""));
        step(reply(200, "Thank you for your order"));
        assertThat(visitor.stage()).isEqualTo(Stage.CONFIRMED);
    }

    @Test
    void buyer_decides_on_the_offer() {
        Buyers offering = Buyers.withOffer(Call.Caller.LIVE_KEY, 1);
        visitor.reach(Stage.UPDATED);
        visitor.reach(offering.judge(visitor, reply(303, "", "Location", "/s/x/checkout/1")));
        visitor.reach(Stage.RETURNED);
        assertInconsistent(() -> offering.judge(visitor, reply(200, "Thank you for your order")), "offered nothing");
        visitor.reach(offering.judge(visitor, reply(200, OFFER)));
        Call decide = visitor.call("/s/x/y");
        assertThat(decide.path()).isEqualTo("/s/x/checkout/1/offer");
        assertThat(decide.body()).contains("csrf=signed", "total=700", "action=accept");
        visitor.reach(offering.judge(visitor, reply(303, "", "Location", "/s/x/checkout/1")));
        assertThat(visitor.call("/s/x/y").path()).isEqualTo("/s/x/checkout/1");
        visitor.reach(offering.judge(visitor, reply(200, "Thank you for your order")));
        assertThat(visitor.stage()).isEqualTo(Stage.CONFIRMED);
    }

    @Test
    void form_is_sent_with_its_values_and_the_cookie() {
        step(reply(200, FORM, "Set-Cookie", "tollgate_visit=1; Path=/s/"));
        Call update = visitor.call("/s/x/y");
        assertThat(update.path()).isEqualTo("/s/x/y/summary");
        assertThat(update.body()).contains("csrf=signed", "priceId=a", "fields.2=v%40example.com");
        assertThat(update.headers()).containsEntry("Cookie", "tollgate_visit=1");
    }

    @Test
    void wrong_pages_are_found() {
        assertInconsistent(() -> buyers.judge(visitor, reply(200, "<h1>Load test</h1>")), "without its product");
        step(reply(200, FORM));
        assertInconsistent(() -> buyers.judge(visitor, reply(200, "€24.00")), "another total");
        visitor.reach(Stage.UPDATED);
        assertError(() -> buyers.judge(visitor, reply(409, "")), "answered 409");
        visitor.reach(Stage.ORDERED);
        assertInconsistent(() -> buyers.judge(visitor, reply(200, "Thank you for your order")), "no payment form");
        visitor.reach(Stage.PAYING);
        assertInconsistent(() -> buyers.judge(visitor, reply(200, "{}")), "did not succeed");
        visitor.reach(Stage.RETURNED);
        assertInconsistent(() -> buyers.judge(visitor, reply(200, PAYMENT)), "not confirmed");
    }

    @Test
    void no_two_orders_have_one_address() {
        ordered();
        visitor.reach(Stage.UPDATED);
        assertInconsistent(
                () -> buyers.judge(visitor, reply(303, "", "Location", "/s/x/checkout/1")), "address of another");
    }
}
