package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.Parallel;
import io.tollgate.support.SaleAudit;
import io.tollgate.support.TestShop.Shelf;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many buyers want the last places at the same moment. */
class LastPlacesTest {
    private static final int BUYERS = 64;
    private static final int PLACES = 10;
    private static final Pattern SOLD_OUT = Pattern.compile("This (event )?is sold out");

    /** What became of the buyers. */
    private record Rush(long paid, long soldOut, long charges, int left, List<String> problems) {}

    /**
     * All buyers open the page before the first of them orders. All order at once, and those with an order pay at
     * once.
     */
    private static Rush rush(OwnShop shop, PageType type, String... before) throws SQLException {
        Shelf shelf = shop.page(type, 1_900, PLACES);
        shop.run(before);
        List<Buyer> buyers = IntStream.range(0, BUYERS)
                .mapToObj(i -> shop.buyer("b" + i + "@example.com"))
                .toList();
        List<Map<String, String>> forms = buyers.stream()
                .map(buyer -> buyer.form(buyer.get(shelf.path())))
                .toList();
        forms.forEach(form -> form.putAll(type.choices(shelf)));
        List<Shown> ends = Parallel.times(BUYERS, i -> buy(buyers.get(i), shelf, forms.get(i)));
        return new Rush(
                ends.stream()
                        .filter(page -> page.html().contains("Thank you for your order"))
                        .count(),
                ends.stream()
                        .filter(page -> page.status() == 409
                                && SOLD_OUT.matcher(page.html()).find())
                        .count(),
                SaleAudit.charges(shop.databaseUrl()),
                type.left(shop.api(), shelf),
                SaleAudit.problems(shop.databaseUrl()));
    }

    private static Shown buy(Buyer buyer, Shelf shelf, Map<String, String> form) {
        Shown order = buyer.post(shelf.path(), form);
        if (order.status() != 303) {
            return order;
        }
        assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        return buyer.comeBack(order.path());
    }

    @ParameterizedTest
    @EnumSource
    void tenOfSixtyFourBuyersPayAndTheOthersAreToldAndNotCharged(PageType type) throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of())) {
            assertThat(rush(shop, type)).isEqualTo(new Rush(PLACES, BUYERS - PLACES, PLACES, 0, List.of()));
        }
    }

    /** Control: a trigger undoes each claim, so that every claim succeeds. */
    @ParameterizedTest
    @EnumSource
    void withoutAConditionOnItsClaimsMoreIsSoldThanThereIs(PageType type) throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of())) {
            Rush rush = rush(
                    shop,
                    type,
                    "CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS"
                            + " 'BEGIN NEW.taken := OLD.taken; RETURN NEW; END'",
                    "CREATE TRIGGER more BEFORE UPDATE ON capacity FOR EACH ROW EXECUTE FUNCTION more()");
            assertThat(rush.paid()).isEqualTo(BUYERS);
            assertThat(rush.problems()).isNotEmpty();
        }
    }
}
