package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The confirmation page, the confirmation message and the portal show the same facts: what was bought, what is paid,
 * what is due until when and how to pay it, what is charged next, and where to change it.
 */
class ReceiptTest {
    private static final String EMAIL = "ada@example.com";
    private static final Pattern AMOUNT_OR_DATE =
            Pattern.compile("€[0-9.,]+(?: / month)?|[A-Z][a-z]+ [0-9]{1,2}, 20[0-9]{2}|[0-9] × €");
    private static final String MONTHLY = "'interval': 'month', 'intervalCount': 1";
    private static final String NOTHING_DUE = "Please pay";

    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, EMAIL);

    /** The kinds of purchases with the facts that their buyers need. */
    enum Kind {
        CARD("", "", List.of("Box", "€25.00", "Amount paid", "Invoice (PDF)"), NOTHING_DUE),
        INVOICE(
                "'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer',"
                        + " 'instructions': 'Name the order.'}], 'invoiceSettings': {'bankDetails': 'IBAN DE02 1203',"
                        + " 'dueDays': {'enabled': true, 'days': 14}},",
                "",
                List.of(
                        "Box",
                        "By transfer",
                        "Please pay €25.00 by",
                        "Name the order.",
                        "Bank details",
                        "IBAN DE02 1203",
                        "Amount due",
                        "Invoice (PDF)"),
                "Amount paid"),
        CASH_ON_DELIVERY(
                "'paymentOptions': [{'type': 'manual', 'manualType': 'cash_on_delivery', 'name': 'At the door'}],"
                        + " 'invoiceSettings': {'bankDetails': 'IBAN DE02 1203'},",
                "",
                List.of("Box", "At the door", "Please pay €25.00.", "Amount due"),
                "IBAN"),
        DEPOSIT(
                "'paymentOptions': [{'type': 'partial', 'name': 'Deposit', 'partialAmount': 900,"
                        + " 'instructions': 'The rest is due at the counter.'}],",
                "",
                List.of(
                        "Box",
                        "Deposit",
                        "You have paid €9.00. Please pay €16.00.",
                        "at the counter",
                        "Amount paid",
                        "Amount due"),
                "Still due"),
        SUBSCRIPTION(
                "",
                ", 'recurring': {" + MONTHLY + "}",
                List.of(
                        "Box",
                        "Paid with the order",
                        "Regular payment",
                        "€25.00 / month",
                        "Next payment",
                        "€25.00 on ",
                        "cancel"),
                NOTHING_DUE),
        PLAN(
                "",
                ", 'paymentPlan': {" + MONTHLY + ", 'planIterations': 4}",
                List.of(
                        "Box",
                        "Paid with the order",
                        "4 × €25.00 / month",
                        "€100.00",
                        "Still due",
                        "€75.00",
                        "Next payment",
                        "Last payment on"),
                "cancel"),
        TRIAL(
                "",
                ", 'recurring': {" + MONTHLY + ", 'trialPeriodDays': 14}",
                List.of(
                        "Box",
                        "Paid with the order",
                        "€0.00",
                        "Free until",
                        "€25.00 / month",
                        "Next payment",
                        "€25.00 on ",
                        "cancel"),
                "Amount due"),
        FREE("", "free", List.of("Guest", "Total", "€0.00"), "Amount");

        private final String settings;
        private final String price;
        private final List<String> facts;
        private final String absent;

        Kind(String settings, String price, List<String> facts, String absent) {
            this.settings = settings;
            this.price = price;
            this.facts = facts;
            this.absent = absent;
        }
    }

    private Shelf shelf(Kind kind) {
        return kind == Kind.FREE
                ? shop.event("", "", "{'name': 'Guest', 'pricing': 'free'}")
                : shop.page("{'name': 'Box', 'locale': 'en-US', " + kind.settings
                        + "'productData': {'title': 'Box', 'prices': [{'amount': 2500, 'currency': 'eur'" + kind.price
                        + "}]}}");
    }

    /** Orders and pays, and returns the text of the confirmation. */
    private String buy(Kind kind, Shelf shelf) {
        Buyer buyer = new Buyer(shop.gateway().url(), EMAIL);
        String order = buyer.order(
                        shelf.path(),
                        switch (kind) {
                            case FREE ->
                                Map.of(
                                        "tickets."
                                                + shelf.record()
                                                        .at("/ticketGroups/0/ticketTypes/0/id")
                                                        .textValue(),
                                        "1");
                            case INVOICE -> Map.of("paymentOption", "invoice");
                            case CASH_ON_DELIVERY -> Map.of("paymentOption", "cash_on_delivery");
                            case DEPOSIT -> Map.of("paymentOption", "partial");
                            default -> Map.of();
                        })
                .expect(303)
                .path();
        switch (kind) {
            case CARD, DEPOSIT, SUBSCRIPTION, PLAN, TRIAL -> {
                assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
                buyer.comeBack(order);
            }
            case INVOICE, CASH_ON_DELIVERY, FREE -> {}
        }
        return buyer.get(order).expect(200).html();
    }

    private String message(Kind kind) {
        boolean recurs = kind == Kind.SUBSCRIPTION || kind == Kind.PLAN || kind == Kind.TRIAL;
        OutboxReader.Shown mail = new OutboxReader(shop)
                .message(EMAIL, recurs ? MailPurpose.SUBSCRIPTION_CONFIRMATION : MailPurpose.ORDER_CONFIRMATION);
        // The invoice of an order is attached.
        return mail.html() + (mail.page().contains("invoice-") ? "Invoice (PDF)" : "");
    }

    private String portal(Kind kind) {
        ada.login();
        String list = switch (kind) {
            case SUBSCRIPTION, PLAN, TRIAL -> "/v1/subscriptions";
            case FREE -> "/v1/bookings";
            default -> "/v1/payments";
        };
        String id = shop.seller()
                .live()
                .get(list)
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        return ada.browser().get(ada.portal() + "/orders/" + id).expect(200).html();
    }

    /** Returns what readers see of a page, on one line. */
    private static String text(String html) {
        return html.replaceAll("(?s)<(style|script|title|head)\\b.*?</\\1>", "")
                .replaceAll("<[^>]+>", " ")
                .replaceAll("[\\s\u00a0]+", " ");
    }

    private static TreeSet<String> amountsAndDates(String text) {
        return new TreeSet<>(
                AMOUNT_OR_DATE.matcher(text).results().map(MatchResult::group).toList());
    }

    @ParameterizedTest
    @EnumSource
    void pageMessageAndPortalShowTheSame(Kind kind) {
        String confirmation = buy(kind, shelf(kind));
        String message = message(kind);
        String portal = portal(kind);
        String entry = "/s/" + shop.seller().name() + "/portal";
        assertThat(confirmation).contains(entry);
        assertThat(message).contains(entry + "?lang=en\"");
        String page = text(confirmation);
        assertThat(page).as("page").contains(kind.facts).doesNotContain(kind.absent);
        assertThat(text(message)).as("message").contains(kind.facts).doesNotContain(kind.absent);
        assertThat(text(portal)).as("portal").containsIgnoringCase(kind.facts.get(0));
        kind.facts.forEach(fact -> assertThat(text(portal)).as("portal").containsIgnoringCase(fact));
        assertThat(amountsAndDates(text(message))).as("message").isEqualTo(amountsAndDates(page));
        assertThat(amountsAndDates(text(portal))).as("portal").containsAll(amountsAndDates(page));
    }
}
