package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.member.Role;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members find records, see them, and act on them as the API would. */
class RecordPagesTest {
    private static final String INVOICE = "\"paymentOption\": {\"manualType\": \"invoice\"},";

    private final TestShop shop = TestShop.open();
    private final TestGateway gateway = shop.gateway();
    private final TestSeller seller = shop.seller();
    private final TestApi api = seller.live();
    private final String home = "/dashboard/" + seller.name();

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    private String payment(String email, String status) {
        return seller.create(
                        Payments.RESOURCE,
                        true,
                        record -> record.put("customerEmail", email).put("status", status))
                .get("id")
                .textValue();
    }

    /** Books tickets for 20.00 EUR, pays them in cash, and returns the id of the booking. */
    private String paidBooking() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}");
        String id = api.post("/v1/bookings", TestShop.booking(event, "ada@example.com", 2, INVOICE))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        api.post("/v1/bookings/" + id + "/record-payment", "{\"method\": \"cash\"}")
                .expect(200);
        return id;
    }

    private long refunded(String booking) {
        return api.get("/v1/bookings/" + booking)
                .expect(200)
                .json()
                .at("/data/amountRefunded")
                .longValue();
    }

    @Test
    void listsHaveTheFiltersOfTheApi() {
        payment("ada@example.com", "paid");
        payment("bob@example.com", "unpaid");
        DashboardVisitor owner = member(Role.OWNER);
        String path = home + Section.PAYMENTS.path();
        assertThat(owner.get(path).expect(200).html()).contains("ada@example.com", "bob@example.com");
        assertThat(owner.get(path + "?status=unpaid&search=&from=2020-01-01")
                        .expect(200)
                        .html())
                .contains("bob@example.com")
                .doesNotContain("ada@example.com");
        assertThat(owner.get(path + "?search=ada%40example").expect(200).html())
                .contains("ada@example.com")
                .doesNotContain("bob@example.com");
        assertThat(owner.get(path + "?to=2020-01-01").expect(200).html()).contains("Nothing matches these filters");
        assertThat(owner.get(path + "?status=payd&from=yesterday").expect(400).html())
                .contains("Status must be one of", "Created after must be")
                .doesNotContain("ada@example.com");
    }

    @Test
    void pagesLeadToOlderRecordsAndBack() {
        for (int i = 0; i < 51; i++) {
            payment("buyer" + i + "@example.com", "paid");
        }
        DashboardVisitor owner = member(Role.OWNER);
        String first = owner.get(home + "/payments").expect(200).html();
        assertThat(first).contains(">51<", "buyer50@", "Older").doesNotContain("buyer0@", "Newer");
        String second = owner.get(link(first, "next")).expect(200).html();
        assertThat(second).contains("buyer0@", "Newer").doesNotContain("buyer50@", "Older");
        assertThat(owner.get(link(second, "prev")).expect(200).html())
                .contains("buyer50@", "Older")
                .doesNotContain("buyer0@", "Newer");
    }

    private static String link(String html, String rel) {
        var found = Pattern.compile("rel=\"" + rel + "\" href=\"([^\"]+)\"").matcher(html);
        assertThat(found.find()).as(rel).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    @Test
    void whatIsSeenIsExported() {
        payment("ada@example.com", "paid");
        payment("bob@example.com", "unpaid");
        Shown csv = member(Role.OWNER).get(home + "/payments/export.csv?status=unpaid");
        assertThat(csv.expect(200).html()).contains("bob@example.com").doesNotContain("ada@example.com", "<html");
    }

    @Test
    void textsOfBuyersAreShownAsText() {
        String id = seller.create(
                        Payments.RESOURCE,
                        true,
                        record -> record.put("customerEmail", "x@example.com")
                                .put("customerName", "<script>alert(1)</script>")
                                .put("productTitle", "<img src=x onerror=alert(2)>"))
                .get("id")
                .textValue();
        DashboardVisitor owner = member(Role.OWNER);
        for (String path : List.of("/payments", "/payments/" + id, "/payments?search=%3Cscript%3Ealert(3)")) {
            assertThat(owner.get(home + path).expect(200).html())
                    .doesNotContain("<script>alert", "<img src=x", "javascript:");
        }
    }

    private static String created(TestSeller foreign, RecordList list) {
        Resource resource = TestEndpoints.resources().stream()
                .filter(one -> one.path().equals(list.path()))
                .findFirst()
                .orElseThrow();
        return foreign.create(resource, true, record -> {}).get("id").textValue();
    }

    private String call(TestSeller foreign) {
        foreign.live().get("/v1/payments").expect(200);
        TestSeller.await(gateway.writeRequestLog());
        return foreign.live().get("/v1/request-log?limit=1").ids().get(0);
    }

    @ParameterizedTest
    @EnumSource
    void recordsAreThoseOfTheSeller(RecordList list) {
        TestSeller foreign = gateway.seller();
        String id = switch (list) {
            case REQUEST_LOG -> call(foreign);
            case API_KEYS -> foreign.live().get("/v1/api-keys").ids().get(0);
            default -> created(foreign, list);
        };
        foreign.live().get(list.path() + "/" + id).expect(200);
        DashboardVisitor owner = member(Role.OWNER);
        owner.get(home + list.section().path() + "/" + id).expect(404);
        owner.get(home + list.section().path() + "/nothing").expect(404);
    }

    @Test
    void refundIsShownBeforeItIsMadeAndMadeOnce() {
        String booking = paidBooking();
        DashboardVisitor finance = member(Role.FINANCE);
        String path = home + "/bookings/" + booking;
        assertThat(finance.get(path).expect(200).html()).contains("Refund");
        Map<String, String> form = new HashMap<>(
                finance.browser().form(finance.get(path + "/refund").expect(200)));
        form.put("amount", "4.50");
        form.put("reason", "duplicate");
        Shown preview = finance.post(path + "/refund", form).expect(200);
        assertThat(preview.html()).contains("What will change", "€4.50", "Nothing was changed yet");
        assertThat(refunded(booking)).isZero();
        Map<String, String> confirmed = finance.browser().form(preview);
        assertThat(finance.post(path + "/refund", confirmed).expect(303).path()).isEqualTo(path + "?done=refund");
        finance.post(path + "/refund", confirmed).expect(303);
        assertThat(refunded(booking)).isEqualTo(450);
        assertThat(finance.get(path + "?done=refund").expect(200).html()).contains("Done: refunded.", "Partial refund");
    }

    @Test
    void faultsAreNamedAtTheirInputs() {
        String booking = paidBooking();
        DashboardVisitor owner = member(Role.OWNER);
        String path = home + "/bookings/" + booking + "/refund";
        Map<String, String> form =
                new HashMap<>(owner.browser().form(owner.get(path).expect(200)));
        form.put("amount", "a lot");
        assertThat(owner.post(path, form).expect(400).html()).contains("must be an amount, like 12.50", "a lot");
        form.put("amount", "999");
        assertThat(owner.post(path, form).html()).contains("999").contains("class=\"error\"");
        assertThat(refunded(booking)).isZero();
    }

    @Test
    void actionsNeedTheirScopeAndTheirForm() {
        String booking = paidBooking();
        String path = home + "/bookings/" + booking;
        DashboardVisitor support = member(Role.SUPPORT);
        assertThat(support.get(path).expect(200).html())
                .doesNotContain(">Refund<")
                .contains(">Cancel<");
        support.get(path + "/refund").expect(403);
        DashboardVisitor owner = member(Role.OWNER);
        Map<String, String> form =
                new HashMap<>(owner.browser().form(owner.get(path + "/refund").expect(200)));
        form.put("step", "confirm");
        assertThat(owner.browser()
                        .post(path + "/refund", form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        form.put("csrf", "forged");
        owner.post(path + "/refund", form).expect(403);
        owner.get(path + "/nothing").expect(404);
        assertThat(refunded(booking)).isZero();
    }

    @Test
    void emptyInputsClearWhatARecordHad() {
        String id = seller.create(
                        Customers.RESOURCE,
                        true,
                        record -> record.put("email", "ada@example.com")
                                .put("billingEmail", "ada@example.com")
                                .put("name", "Ada Lovelace")
                                .put("phone", "+4930123456"))
                .get("id")
                .textValue();
        DashboardVisitor owner = member(Role.OWNER);
        String path = home + "/customers/" + id + "/edit";
        Map<String, String> form =
                new HashMap<>(owner.browser().form(owner.get(path).expect(200)));
        assertThat(form).containsEntry("name", "Ada Lovelace").containsEntry("phone", "+4930123456");
        form.put("phone", "");
        form.put("name", "Ada King");
        Shown preview = owner.post(path, form).expect(200);
        assertThat(preview.html()).contains("Ada King", "+4930123456");
        owner.post(path, owner.browser().form(preview)).expect(303);
        JsonNode customer = api.get("/v1/customers/" + id).expect(200).json().get("data");
        assertThat(customer.get("name").textValue()).isEqualTo("Ada King");
        assertThat(customer.get("phone").isNull()).isTrue();
    }

    @Test
    void thePathDecidesTheMode() {
        seller.create(Payments.RESOURCE, false, record -> record.put("customerEmail", "test@example.com"));
        DashboardVisitor owner = member(Role.OWNER);
        assertThat(owner.get(home + "/payments?livemode=false").expect(200).html())
                .doesNotContain("test@example.com");
        assertThat(owner.get(home + "/test/payments").expect(200).html()).contains("test@example.com");
    }

    @Test
    void membersOfAnActionAreNamedInTheAuditLog() {
        String booking = paidBooking();
        DashboardVisitor owner = member(Role.OWNER);
        String path = home + "/bookings/" + booking + "/cancel";
        Map<String, String> form = owner.browser().form(owner.get(path).expect(200));
        owner.post(path, owner.browser().form(owner.post(path, form).expect(200)))
                .expect(303);
        assertThat(api.get("/v1/audit-log?recordId=" + booking)
                        .expect(200)
                        .json()
                        .at("/data/0/memberId")
                        .textValue())
                .isNotEmpty();
    }

    @Test
    void firstPageShowsTheFiguresThatARoleMaySee() {
        paidBooking();
        assertThat(member(Role.OWNER).get(home).expect(200).html())
                .contains("Gross revenue", "€20.00", "Net revenue", "Show as a table", "Coming events");
        assertThat(member(Role.DOOR).get(home).expect(200).html())
                .contains("Coming events")
                .doesNotContain("revenue", "€20.00");
    }
}
