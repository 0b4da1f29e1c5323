package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.PaymentOption.ManualType;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestShop;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payment options that neither the seller nor the request names have a name in the language of the page. */
class PaymentOptionNameTest {
    private final TestShop shop = TestShop.open();

    private String name(ManualType type, String locale) {
        TestEvent event = new TestEvent(shop.seller()).with(page -> page.put("locale", locale));
        String seat = event.type(2_500);
        event.save();
        ObjectNode body = event.body("ada@example.com", Map.of(seat, 1));
        body.putObject("paymentOption").put("manualType", type.wire());
        return shop.seller()
                .live()
                .post("/v1/bookings", body.toString())
                .expect(201)
                .json()
                .at("/data/paymentOption/name")
                .textValue();
    }

    @Test
    void theRecordHasTheNameInTheLanguageOfThePage() {
        assertThat(name(ManualType.CASH_ON_DELIVERY, "de-DE")).isEqualTo("Nachnahme");
        assertThat(name(ManualType.INVOICE, "fr-FR")).isEqualTo("Facture");
        assertThat(name(ManualType.INVOICE, "en-US")).isEqualTo("Invoice");
    }

    @ParameterizedTest
    @EnumSource
    void everyLanguageOfBuyersHasAName(ManualType type) {
        String english = type.defaultName(null);
        assertThat(Messages.LANGUAGES.stream().filter(language -> !language.equals("en")))
                .allSatisfy(language -> assertThat(type.defaultName(language)).isNotEqualTo(english));
        assertThat(type.defaultName("jp-JP")).isEqualTo(type.defaultName("ja"));
        assertThat(type.defaultName("sv-SE")).isEqualTo(english);
    }
}
