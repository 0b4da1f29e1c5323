package io.tollgate.storefront.pages;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tollgate.support.CardForm;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Purchases of tickets in a real browser, from the page of the event to the tickets of the API. */
class TicketsInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private static final String FESTIVAL = """
            {"name": "Summer Night Festival", "locale": "en-US", "showCouponCodeField": true,
             "description": "<p>Three stages in the old harbor, <b>twenty bands</b> and food from the region.</p>",
             "eventDetails": {"currency": "eur", "type": "hybrid", "location": "Old Harbor, Quay 3, Hamburg",
               "mapsLink": "https://maps.example/harbor", "meetingLink": "https://meet.example/festival",
               "platform": "zoom", "timezone": "Europe/Berlin", "startDate": "2036-07-18T16:00:00Z",
               "endDate": "2036-07-18T21:30:00Z", "capacity": 200},
             "paymentOptions": [{"type": "full", "name": "Pay everything now"}, {"type": "partial", "name": "Deposit",
               "partialAmount": 2000, "instructions": "Pay the rest at the entrance."}],
             "ticketGroups": [
               {"name": "Tickets", "feeDisplay": "separate",
                "bulkDiscounts": [{"minQuantity": 5, "maxQuantity": 50, "percentOff": 10}],
                "ticketTypes": [
                  {"name": "Regular", "price": 4900, "feeAmount": 250, "discountedFromPrice": 5900,
                   "description": "Entry to all stages."},
                  {"name": "Student", "price": 2900, "feeAmount": 250, "capacity": 12, "showAvailableQuantity": true},
                  {"name": "Late entry", "price": 1900, "availabilityBehavior": "date_time_based",
                   "saleStartOn": "2035-07-01T10:00:00Z"},
                  {"name": "Stream", "pricing": "pwyw", "price": 500, "pwywSuggestedPrice": 1000}]},
               {"name": "Camping", "ticketSelectionType": "single", "layout": {"type": "grid", "columns": 2},
                "ticketTypes": [{"name": "Tent", "price": 1500}, {"name": "Camper van", "price": 3500}]},
               {"name": "Extras", "ticketSelectionType": "multiple", "layout": {"type": "accordion", "collapse": true,
                 "spacing": "compact"}, "ticketTypes": [{"name": "Parking", "price": 800}, {"name": "Locker",
                 "price": 400}]}]}
            """;

    private Page open(Shelf event, int width) {
        Page page = browser.page(width);
        page.navigate(shop.url(event));
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Ada Lovelace");
        page.getByLabel("Email address", new Page.GetByLabelOptions().setExact(true))
                .fill("ada@example.com");
        return page;
    }

    private void buy(int width) {
        Shelf event = shop.event(FESTIVAL);
        Page page = open(event, width);
        TestBrowser.picture(page, "event-" + width);
        page.getByLabel("Regular").fill("2");
        page.getByText("Camper van").click();
        page.getByText("Deposit").click();
        page.locator("#summary").getByText("To pay now").waitFor();
        page.locator("#attendees input").first().waitFor();
        page.getByLabel("Name of the attendee").nth(1).fill("Grace Hopper");
        TestBrowser.picture(page, "event-filled-" + width);
        page.getByText("Continue to payment").click();
        page.waitForURL("**/checkout/**");
        page.locator("#payment button:not([disabled])").waitFor();
        TestBrowser.picture(page, "event-payment-" + width);
        CardForm.pay(page, CardForm.VISA);
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
        TestBrowser.picture(page, "event-confirmation-" + width);
        JsonNode booking = shop.seller()
                .live()
                .get("/v1/bookings")
                .expect(200)
                .json()
                .get("data")
                .get(0);
        assertThat(booking.get("status").textValue()).isEqualTo("partially_paid");
        assertThat(booking.get("amountPaid").longValue()).isEqualTo(2_000);
        assertThat(booking.get("amount").longValue()).isEqualTo(13_800);
        JsonNode tickets =
                shop.seller().live().get("/v1/tickets").expect(200).json().get("data");
        assertThat(tickets).hasSize(3);
        assertThat(tickets.toString()).contains("Grace Hopper");
        tickets.forEach(ticket ->
                assertThat(page.content()).contains(ticket.get("ticketShortId").textValue()));
        byte[] pdf = page.request()
                .get(page.url().replaceFirst("\\?.*$", "") + "/tickets.pdf")
                .body();
        assertThat(new String(pdf, 0, 5, US_ASCII)).isEqualTo("%PDF-");
    }

    @Test
    void depositBuysTickets() {
        buy(1280);
    }

    @SecondStage
    @Test
    void depositBuysTicketsOnAPhone() {
        buy(390);
    }

    @SecondStage
    @Test
    void totalOfATicketFollowsItsQuantity() {
        Page page = open(shop.event("""
                {"name": "Concert", "locale": "en-US", "eventDetails": {"currency": "eur", "location": "Hall",
                  "timezone": "Europe/Berlin", "startDate": "2036-07-18T16:00:00Z",
                  "endDate": "2036-07-18T21:30:00Z"},
                 "ticketGroups": [{"name": "Seats", "layout": {"showTicketTotalPrice": true},
                   "ticketTypes": [{"name": "Regular", "price": 4900}]}]}
                """), 390);
        page.getByLabel("Regular").fill("2");
        page.locator(".ticket .total").getByText("98.00").waitFor();
        page.getByLabel("Regular").fill("3");
        page.locator(".ticket .total").getByText("147.00").waitFor();
        page.getByLabel("Regular").fill("1");
        page.waitForCondition(() -> page.locator(".ticket .total").textContent().isEmpty());
        page.context().close();
    }

    @SecondStage
    @Test
    void pagesInOtherLanguages() {
        Shelf event = shop.event(FESTIVAL);
        for (String language : Messages.LANGUAGES) {
            Page page = browser.page(new Browser.NewContextOptions().setViewportSize(390, 900));
            page.navigate(shop.url(event) + "?lang=" + language);
            assertThat(page.locator("html").getAttribute("lang")).startsWith(language);
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as("%s scrolls sideways", language)
                    .isTrue();
            TestBrowser.picture(page, "event-" + language + "-390");
            page.context().close();
        }
    }
}
