package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for tickets that no page of an event sends. Each has a defined outcome. */
class TicketAttackTest {
    private static final String GUEST = "{'name': 'Guest', 'pricing': 'free'}";
    private static final String SEAT = "{'name': 'Seat', 'price': 2500}";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private static String type(Shelf event) {
        return event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
    }

    private Shown order(Shelf event, Map<String, String> form) {
        return BuyerAttackTest.plain(ada.order(event.path(), form));
    }

    private JsonNode tickets() {
        return shop.seller().live().get("/v1/tickets").expect(200).json().get("data");
    }

    @Test
    void onlyACompleteOrderHasTicketsAndOnlyItsOwn() {
        Shelf event = shop.event("", "", SEAT);
        Shown open = order(event, Map.of("tickets." + type(event), "1")).expect(303);
        BuyerAttackTest.plain(ada.get(open.path() + "/tickets.pdf").expect(404));
        Shown product = ada.order(shop.product(0).path()).expect(303);
        BuyerAttackTest.plain(ada.get(product.path() + "/tickets.pdf").expect(404));
        Shelf free = shop.event("", "", GUEST);
        Shown mine = order(free, Map.of("tickets." + type(free), "1")).expect(303);
        Shown other = new Buyer(shop.gateway().url(), "bob@example.com")
                .order(free.path(), Map.of("tickets." + type(free), "1"))
                .expect(303);
        ada.get(mine.path() + "/tickets.pdf").expect(200);
        // The id of one order with the signature of another.
        String mixed = other.path().replaceFirst("~.*$", mine.path().replaceFirst("^[^~]*", ""));
        assertThat(mixed).isNotEqualTo(other.path()).isNotEqualTo(mine.path());
        BuyerAttackTest.plain(ada.get(mixed + "/tickets.pdf").expect(404));
        BuyerAttackTest.plain(ada.get(mixed).expect(404));
        String foreign = mine.path()
                .replace(shop.seller().name(), TestShop.open().seller().name());
        BuyerAttackTest.plain(ada.get(foreign + "/tickets.pdf").expect(404));
    }

    @Test
    void onlyPublishedEventsHaveACalendarFile() {
        Shelf event = shop.event("", "", SEAT);
        ada.get(event.path() + "/event.ics").expect(200);
        BuyerAttackTest.plain(ada.get(shop.product(1_900).path() + "/event.ics").expect(404));
        BuyerAttackTest.plain(
                ada.get(shop.form("{'name': 'News'}").path() + "/event.ics").expect(404));
        Shelf draft = shop.event("'status': 'draft', ", "", SEAT);
        BuyerAttackTest.plain(ada.get(draft.path() + "/event.ics").expect(404));
        BuyerAttackTest.plain(ada.get(draft.path()).expect(404));
        BuyerAttackTest.plain(
                ada.post(draft.path(), Map.of("tickets." + type(draft), "1")).expect(404));
    }

    @Test
    void ticketsOfOtherEventsAreNotSold() {
        Shelf event = shop.event("", "", SEAT);
        Shelf other = shop.event("", "", GUEST);
        Shelf foreign = TestShop.open().event("", "", GUEST);
        for (Shelf from : List.of(other, foreign)) {
            String own = "tickets." + type(event);
            String alien = "tickets." + type(from);
            assertThat(order(event, Map.of(alien, "1")).expect(422).html()).contains("Choose at least one ticket");
            Shown order = order(event, Map.of(own, "1", alien, "3", "attendees." + type(from) + ".0.name", "Eve"))
                    .expect(303);
            assertThat(ada.get(order.path()).html()).contains("Pay €25.00").doesNotContain(type(from), "Guest", "Eve");
        }
        assertThat(tickets()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "0",
                "1.5",
                "1e1",
                "0x1",
                "１００１",
                "I",
                "1001",
                "2147483648",
                "99999999999999999999",
                "NaN",
                "1,1",
                " "
            })
    void unreadableQuantitiesAreRejected(String quantity) {
        Shelf event = shop.event("", "", SEAT);
        order(event, Map.of("tickets." + type(event), quantity)).expect(422);
        assertThat(shop.seller().live().get("/v1/events/" + event.id()).body()).contains("\"quantitySold\":0");
    }

    @Test
    void priceOfATicketIsThatOfItsType() {
        Shelf event = shop.event("", "", SEAT);
        String type = type(event);
        Map<String, String> form = new HashMap<>(Map.of("tickets." + type, "1", "complimentary", "true"));
        for (String name : List.of("amounts.", "ticketAmounts.", "prices.", "ticketPwywAmounts.", "fees.")) {
            form.put(name + type, "0.01");
        }
        assertThat(ada.get(order(event, form).expect(303).path()).html()).contains("Pay €25.00");
    }

    @Test
    void attendeesAreTextAndOnlyOfTheTicketsOrdered() {
        Shelf event = shop.event("", "", GUEST);
        String attendee = "attendees." + type(event);
        Map<String, String> form = new HashMap<>();
        form.put("tickets." + type(event), "1");
        form.put(attendee + ".0.name", "<script>alert(1)</script>");
        form.put(attendee + ".1.name", "Eve");
        form.put(attendee + ".-1.name", "Eve");
        form.put(attendee + ".99999999999.name", "Eve");
        form.put("attendees.x.0.name", "Eve");
        Shown order = order(event, form).expect(303);
        assertThat(ada.get(order.path()).expect(200).html()).doesNotContain("<script>alert", "Eve");
        assertThat(tickets()).hasSize(1);
        assertThat(tickets().get(0).get("attendeeName").textValue()).isEqualTo("<script>alert(1)</script>");
        ada.get(order.path() + "/tickets.pdf").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@example.com,b@example.com",
                "a@example.com\r\nBcc: b@example.com",
                "a@example.com\nb@example.com",
                "Ada <a@example.com>",
                "a@b@example.com",
                "@",
                "a@example.com\u0000"
            })
    void attendeesHaveOneAddressEach(String email) {
        Shelf event = shop.event("", "", GUEST);
        Shown rejected =
                order(event, Map.of("tickets." + type(event), "1", "attendees." + type(event) + ".0.email", email));
        assertThat(rejected.status()).isIn(400, 422);
        assertThat(tickets()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Grace\r\nBcc: eve@example.com", "Grace\u0000", "Grace\u202e"})
    void namesOfAttendeesHaveOneLine(String name) {
        Shelf event = shop.event("", "", GUEST);
        Shown page = order(event, Map.of("tickets." + type(event), "1", "attendees." + type(event) + ".0.name", name));
        assertThat(page.status()).isIn(303, 400, 422);
        if (page.status() == 303) {
            assertThat(tickets().get(0).get("attendeeName").textValue()).doesNotContain("\n", "\r", "\u0000");
            ada.get(page.path() + "/tickets.pdf").expect(200);
        }
    }

    @Test
    void longNamesOfAttendeesAreRejected() {
        Shelf event = shop.event("", "", GUEST);
        order(event, Map.of("tickets." + type(event), "1", "attendees." + type(event) + ".0.name", "x".repeat(30_000)))
                .expect(422);
        assertThat(tickets()).isEmpty();
    }

    @Test
    void pagesWithOnlyInvoicesChargeNoCard() {
        String invoice = "'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer'}], ";
        Shelf event = shop.event(invoice, "", SEAT);
        String ticket = "tickets." + type(event);
        for (String option : List.of("card", "full", "partial", "cash_on_delivery", "x")) {
            order(event, Map.of(ticket, "1", "paymentOption", option)).expect(422);
        }
        Shown order =
                order(event, Map.of(ticket, "1", "paymentOption", "invoice")).expect(303);
        assertThat(ada.get(order.path()).html()).contains("By transfer").doesNotContain("data-secret");
        assertThat(tickets()).hasSize(1);
    }
}
