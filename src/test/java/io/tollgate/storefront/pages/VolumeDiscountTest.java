package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** Pages announce volume discounts before anything is chosen. */
class VolumeDiscountTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    @Test
    void productAnnouncesItsDiscounts() {
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'prices':"
                + " [{'amount': 1200, 'currency': 'eur'}], 'discounts': [{'quantityCondition': 'checkout_quantity',"
                + " 'minQuantity': 10, 'percentOff': 12.5}, {'quantityCondition': 'checkout_quantity',"
                + " 'minQuantity': 100, 'amountOff': 5000}]}}");
        assertThat(ada.get(mug.path()).expect(200).html())
                .contains("From 10 pieces: 12.5 % off", "From 100 pieces: €50.00 off");
        assertThat(ada.get(mug.path() + "?lang=de").html()).contains("Ab 10 Stück: 12,5 % Rabatt");
        assertThat(ada.get(mug.path() + "?lang=ar").html()).contains("من ١٠ قطع: خصم", "١٢٫٥ %");
    }

    @Test
    void eventAnnouncesItsDiscountsAndThoseOfGroups() {
        Shelf concert = shop.event(
                "",
                "'discounts': [{'quantityCondition': 'total_quantity', 'minQuantity': 5, 'percentOff': 10}],",
                "{'name': 'Seat', 'price': 2500}");
        assertThat(ada.get(concert.path()).expect(200).html()).contains("From 5 tickets: 10 % off");
    }
}
