package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Carts in every state leave consistent records: the doctor finds nothing, unless something is made wrong. */
class CartDoctorTest {
    private static final String PAGE = """
            {"name": "Tea", "testmode": true, "productData": {"title": "Tea",
             "prices": [{"amount": 1000, "currency": "eur"}]}}
            """;
    private static final String CLUB = """
            {"name": "Club", "testmode": true, "productData": {"title": "Club", "prices": [{"amount": 1000,
             "currency": "eur", "recurring": {"interval": "month", "intervalCount": 1}}]}}
            """;
    private static final String CONCERT = """
            {"name": "Concert", "testmode": true, "eventDetails": {"currency": "eur", "location": "Town hall",
             "timezone": "Europe/Berlin", "startDate": "2036-09-18T18:00:00Z", "endDate": "2036-09-18T20:30:00Z",
             "limitRegistrations": {"enabled": true}},
             "ticketGroups": [{"name": "Hall", "ticketTypes": [{"name": "Seat", "price": 2500, "capacity": 5}]}]}
            """;

    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url()));
        api = gateway.api(gateway.keys().create("teashop", false, "test").key());
        gateway.accounts().connectSimulator("teashop");
        api.patch("/v1/account", CartScene.ON).expect(200);
        leave("late@example.com");
        api.post("/v1/test-clock", "{\"advance\": \"P31D\"}").expect(200);
        String recovered = leave("back@example.com");
        String club = leave("club@example.com", "/v1/checkout-pages", CLUB);
        String concert = leave("fan@example.com", "/v1/events", CONCERT);
        leave("left@example.com");
        api.post("/v1/test-clock", "{\"advance\": \"PT25H\"}").expect(200);
        buy("back@example.com", recovered);
        buy("fan@example.com", concert);
        subscribe("club@example.com", club);
        buy("bought@example.com", leave("bought@example.com"));
        leave("open@example.com");
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    /** Saves the cart of a new page, and returns the path of the page. */
    private static String leave(String email) {
        return leave(email, "/v1/checkout-pages", PAGE);
    }

    private static String leave(String email, String to, String page) {
        String slug = api.post(to, page).expect(201).json().at("/data/slug").textValue();
        String path = "/s/teashop/" + slug;
        Buyer buyer = new Buyer(gateway.url(), email);
        buyer.post(path + "/cart", form(buyer, path)).expect(204);
        return path;
    }

    private static void buy(String email, String path) {
        Buyer buyer = new Buyer(gateway.url(), email);
        buyer.post(path, form(buyer, path)).expect(303);
    }

    private static Map<String, String> form(Buyer buyer, String path) {
        Map<String, String> form = buyer.form(buyer.get(path));
        form.replaceAll((name, value) -> name.startsWith("tickets.") ? "2" : value);
        return form;
    }

    private static void subscribe(String email, String path) {
        Buyer buyer = new Buyer(gateway.url(), email);
        Shown order = buyer.order(path).expect(303);
        assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order.path()).expect(200);
    }

    @Test
    void cartsInEveryStateAreConsistent() {
        for (String status : new String[] {"paid", "draft", "draft_expired"}) {
            assertThat(api.get("/v1/payments?status=" + status).total())
                    .as(status)
                    .isEqualTo(status.equals("draft_expired") ? 1 : 2);
        }
        for (String list : new String[] {"payments", "bookings", "subscriptions"}) {
            assertThat(api.get("/v1/" + list + "?abandonmentStatus=recovered").total())
                    .as(list)
                    .isEqualTo(1);
        }
        assertThat(database.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "UPDATE processor_task SET subject_id = reverse(subject_id) WHERE kind = 'FOLLOW_DRAFT'"
                        + " # UPDATE processor_task SET subject_id = reverse(subject_id) WHERE kind = 'FOLLOW_DRAFT'",
                "UPDATE checkout_draft SET page_id = reverse(page_id)"
                        + " # UPDATE checkout_draft SET page_id = reverse(page_id)",
                "UPDATE checkout_draft SET kind = 'TICKETS' WHERE email = 'late@example.com'"
                        + " # UPDATE checkout_draft SET kind = 'PRODUCT' WHERE email = 'late@example.com'",
                "UPDATE checkout_draft SET status = 'EXPIRED' WHERE status = 'BOUGHT'"
                        + " # UPDATE checkout_draft SET status = 'BOUGHT' WHERE status = 'EXPIRED'"
                        + " AND abandoned_at IS NULL",
                "UPDATE checkout_draft SET status = 'EXPIRED' WHERE email = 'back@example.com'"
                        + " # UPDATE checkout_draft SET status = 'RECOVERED' WHERE email = 'back@example.com'",
                "UPDATE checkout_draft SET reminded_at = reminded_at + interval '1 hour'"
                        + " # UPDATE checkout_draft SET reminded_at = reminded_at - interval '1 hour'",
                "UPDATE reminder_recipient SET reminded_at = reminded_at - interval '1 day'"
                        + " # UPDATE reminder_recipient SET reminded_at = reminded_at + interval '1 day'",
                "UPDATE mail_message SET occasion = '9' WHERE purpose = 'CART_REMINDER' AND occasion = '1'"
                        + " # UPDATE mail_message SET occasion = '1' WHERE occasion = '9'"
            })
    void whatIsWrongIsFound(String change, String undo) throws SQLException {
        database.run(change);
        assertThat(database.violations()).as(change).isNotEmpty();
        database.run(undo);
        assertThat(database.violations()).as(undo).isEmpty();
    }
}
