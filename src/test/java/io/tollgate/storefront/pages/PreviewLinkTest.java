package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A link to a preview is for everyone who has it, until it expires. */
class PreviewLinkTest {
    @Test
    void linkIsValidForSevenDaysAndNotForEight() {
        VirtualClock clock = new VirtualClock();
        try (TestGateway gateway = TestGateway.at(clock)) {
            TestShop shop = new TestShop(gateway, gateway.seller());
            Shelf draft = shop.page("{'name': 'Mug', 'locale': 'en-US', 'status': 'draft', 'productData':"
                    + " {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
            String preview = draft.record().get("previewUrl").textValue();
            String path = draft.path() + preview.substring(preview.indexOf('?'));
            clock.advance(Duration.ofDays(7));
            assertThat(new Buyer(gateway.url(), "ada@example.com").get(path).html())
                    .contains("Preview:");
            assertThat(new Buyer(gateway.url(), "bob@example.com").get(path).html())
                    .contains("Preview:");
            clock.advance(Duration.ofDays(1));
            new Buyer(gateway.url(), "ada@example.com").get(path).expect(404);
            String again = shop.seller()
                    .live()
                    .get("/v1/checkout-pages/" + draft.id())
                    .expect(200)
                    .json()
                    .at("/data/previewUrl")
                    .textValue();
            assertThat(new Buyer(gateway.url(), "ada@example.com")
                            .get(draft.path() + again.substring(again.indexOf('?')))
                            .html())
                    .contains("Preview:");
        }
    }
}
