package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uploads of orders take a part of the quota of the seller, and the quota fails no purchase. */
class OrderQuotaTest {
    private static final int MEGABYTE = 1_000_000;
    private static final int QUOTA_MEGABYTES = 10;
    private static TestGateway gateway;

    private final TestShop shop = new TestShop(gateway, gateway.seller());
    private final TestApi live = shop.seller().live();
    private final Shelf print = shop.page("""
            {'name': 'Print', 'locale': 'en-US',
             'productData': {'title': 'Print', 'prices': [{'amount': 1900, 'currency': 'eur'}]},
             'fields': [{'label': 'Artwork', 'element': 'file', 'required': true}]}
            """);

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(Map.of("storage.quotaMegabytes", "" + QUOTA_MEGABYTES));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static Buyer buyer(String name) {
        return new Buyer(gateway.url(), name + "@example.com");
    }

    private Shown order(Buyer buyer, int megabytes) {
        String input = print.input("file");
        Map<String, String> form = new HashMap<>(buyer.form(buyer.get(print.path())));
        form.remove(input);
        byte[] content = new byte[megabytes * MEGABYTE];
        FormFile file = new FormFile(input, "artwork.bin", "application/octet-stream", content);
        return buyer.postFiles(print.path(), form, List.of(file)).expect(303);
    }

    /** Otherwise strangers who never pay could block the uploads of buyers for a month. */
    @Test
    void unpaidOrdersHoldAboutAQuarterOfTheQuota() {
        order(buyer("ada"), 2);
        order(buyer("bob"), 1);
        order(buyer("eve"), 1);
        assertThat(FileSamples.used(live)).isEqualTo(4 * MEGABYTE);
        FileSamples.expire(shop.seller(), Duration.ofHours(26));
        assertThat(FileSamples.used(live)).isEqualTo(3 * MEGABYTE);
    }

    /** The operator may lower the quota before the buyer pays. */
    @Test
    void purchaseSucceedsWhenTheQuotaIsExceeded() {
        Buyer ada = buyer("ada");
        String order = order(ada, 1).path();
        long full = (long) QUOTA_MEGABYTES * MEGABYTE;
        TestSeller.rows(
                "UPDATE seller_storage SET used_bytes = $2 WHERE seller_id = $1",
                shop.seller().id(),
                full);
        ada.get(order).expect(200);
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order).html()).contains("Thank you for your order");
        assertThat(live.get("/v1/files").total()).isEqualTo(1);
        assertThat(FileSamples.used(live)).isEqualTo(full + MEGABYTE);
    }
}
