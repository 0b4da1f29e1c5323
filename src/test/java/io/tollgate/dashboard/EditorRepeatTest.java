package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A form of the editor that arrives twice acts once, and times are in the zone that is sent with them. */
class EditorRepeatTest {
    private final TestShop shop = TestShop.open();
    private final EditorVisit visit = new EditorVisit(shop, DashboardVisitor.signedIn(shop, Role.MANAGER), true);

    /** Returns a form of fields with a new one. */
    private Map<String, String> withPhone(String page) {
        Map<String, String> form = visit.press(page, "fields", visit.form(page, "fields"), "add fields");
        form.putAll(Map.of("fields[4].label", "Phone", "fields[4].element", "phone"));
        return form;
    }

    private List<String> labels(String page) {
        return visit.sorted(page).findValuesAsText("label");
    }

    @Test
    void aDoubleClickAddsOnce() {
        String page = visit.create("contact");
        Map<String, String> form = withPhone(page);
        CompletableFuture<Shown> first =
                CompletableFuture.supplyAsync(() -> visit.send(page, "fields", new HashMap<>(form)));
        Shown second = visit.send(page, "fields", new HashMap<>(form));
        assertThat(List.of(first.join().status(), second.status())).contains(303);
        assertThat(labels(page)).containsOnlyOnce("Phone");
    }

    @Test
    void aFormThatWasSavedIsNoConflictWithItself() {
        String page = visit.create("e-book");
        Map<String, String> form = visit.form(page, "texts");
        form.put("title", "Twice");
        visit.send(page, "texts", new HashMap<>(form)).expect(303);
        visit.send(page, "texts", new HashMap<>(form)).expect(303);
        String contact = visit.create("contact");
        Map<String, String> added = withPhone(contact);
        visit.send(contact, "fields", new HashMap<>(added)).expect(303);
        Shown again = visit.send(contact, "fields", new HashMap<>(added)).expect(412);
        visit.send(contact, "fields", FilledForm.of(again.html())).expect(303);
        assertThat(labels(contact)).containsOnlyOnce("Phone");
    }

    @Test
    void timesAreInTheZoneThatIsSent() {
        String page = visit.create("concert");
        Map<String, String> tokyo = Map.of(
                "eventDetails.timezone", "Asia/Tokyo",
                "eventDetails.startDate", "2027-03-01T19:00",
                "eventDetails.endDate", "2027-03-01T21:00");
        visit.save(page, "date", tokyo).expect(303);
        JsonNode details = visit.record(page).get("eventDetails");
        assertThat(details.get("startDate").textValue()).startsWith("2027-03-01T10:00");
        assertThat(details.get("endDate").textValue()).startsWith("2027-03-01T12:00");
        visit.save(page, "date", Map.of("eventDetails.timezone", "America/New_York"))
                .expect(303);
        details = visit.record(page).get("eventDetails");
        assertThat(details.get("startDate").textValue())
                .as("the same time of day")
                .startsWith("2027-03-02T00:00");
        assertThat(details.get("timezone").textValue()).isEqualTo("America/New_York");
    }

    @Test
    void pagesLeaveTestMode() {
        EditorVisit test = new EditorVisit(shop, visit.member(), false);
        String page = test.create("e-book");
        String live = page.replace("/test/", "/");
        assertThat(visit.get(live).expect(200).html()).contains("Take out of test mode");
        TeamPagesTest.act(visit.member(), live + "/go-live", Map.of()).expect(303);
        assertThat(visit.record(live).get("testmode").booleanValue()).isFalse();
        assertThat(visit.get(live).expect(200).html()).doesNotContain("Take out of test mode");
    }
}
