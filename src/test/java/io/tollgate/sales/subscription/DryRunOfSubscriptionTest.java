package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.DryRuns;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.TestApi;
import java.sql.Connection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A dry run of what the processor does sends it nothing, and returns what the processor would cause. */
class DryRunOfSubscriptionTest {
    private static final String NOW = "{\"cancelImmediately\": true}";

    private static void order(OwnShop shop) {
        TestApi api = shop.api();
        JsonNode page = api.post("/v1/checkout-pages", """
                        {"name": "Box", "locale": "en-US", "productData": {"title": "Box",
                         "prices": [{"amount": 1000, "currency": "eur",
                         "recurring": {"interval": "month", "intervalCount": 1}}]}}
                        """).expect(201).json().get("data");
        api.post("/v1/checkout-pages/" + page.get("id").textValue() + "/publish", "{}");
        Buyer ada = shop.buyer("ada@example.com");
        Shown order = ada.order("/s/market/" + page.get("slug").textValue()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    @Test
    void everyChangeIsTriedFirst() throws Exception {
        try (OwnShop shop = OwnShop.stepped(Map.of());
                Connection connection = shop.connect()) {
            order(shop);
            String seller = FirstColumn.of(connection, "SELECT id FROM seller").get(0);
            String one = "/v1/subscriptions/"
                    + shop.api()
                            .get("/v1/subscriptions")
                            .json()
                            .at("/data/0/id")
                            .textValue();
            String payment = "/v1/subscription-payments/"
                    + shop.api()
                            .get("/v1/subscription-payments")
                            .json()
                            .at("/data/0/id")
                            .textValue();
            try (DryRuns runs = new DryRuns(shop.databaseUrl(), seller, shop.api())) {
                JsonNode preview = runs.tried("POST", one + "/update", "{\"quantity\": 2}")
                        .expect(200)
                        .json();
                assertThat(preview.at("/data/preview").booleanValue()).isTrue();
                runs.both("POST", one + "/pause", "{}").expect(200);
                runs.both("POST", one + "/resume", "{}").expect(200);
                runs.both("POST", one + "/cancel", "{\"cancelAtPeriodEnd\": true}")
                        .expect(200);
                runs.both("POST", one + "/uncancel", "{}").expect(200);
                runs.both("POST", payment + "/refund", "{\"amount\": 100}").expect(200);
                runs.both("POST", one + "/cancel", NOW).expect(200);
                runs.tried("POST", one + "/cancel", NOW).expect(409);
            }
        }
    }

    @Test
    void theTestClockStands() throws Exception {
        try (OwnShop shop = OwnShop.stepped(Map.of());
                Connection connection = shop.connect()) {
            String seller = FirstColumn.of(connection, "SELECT id FROM seller").get(0);
            TestApi test = shop.gateway()
                    .api(shop.gateway().keys().create("market", false, "clock").key());
            try (DryRuns runs = new DryRuns(shop.databaseUrl(), seller, test)) {
                JsonNode moved = runs.tried("POST", "/v1/test-clock", "{\"advance\": \"P3D\"}")
                        .expect(200)
                        .json();
                assertThat(moved.findValue("complete").booleanValue()).isTrue();
                runs.tried("POST", "/v1/test-clock", "{\"advance\": \"-P3D\"}").expect(400);
            }
        }
    }
}
