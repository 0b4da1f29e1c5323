package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Staff at the door let attendees in and out, and see nothing else. */
class DoorPageTest {
    private static final String INVOICE = "\"paymentOption\": {\"manualType\": \"invoice\"},";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final String door = "/dashboard/" + shop.seller().name() + "/door";
    private final Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}");

    /** Books a ticket without paying it. */
    private JsonNode ticket(Shelf of) {
        String booking = api.post("/v1/bookings", TestShop.booking(of, "ada@example.com", 1, INVOICE))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        return api.get("/v1/tickets?bookingId=" + booking).expect(200).json().at("/data/0");
    }

    private DashboardVisitor staff(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    /** Sends the form of the page, as a scanner does that types a code. */
    private Shown send(DashboardVisitor staff, Map<String, String> values) {
        Map<String, String> form = new HashMap<>(staff.browser().form(staff.get(door)));
        form.remove("out");
        form.putAll(values);
        return staff.post(door, form).expect(200);
    }

    private String state(JsonNode ticket) {
        return api.get("/v1/tickets/" + ticket.get("id").textValue())
                .expect(200)
                .json()
                .at("/data/latestCheckIn/status")
                .asText();
    }

    @Test
    void attendeesAreLetInOnceAndOut() {
        DashboardVisitor staff = staff(Role.DOOR);
        JsonNode ticket = ticket(event);
        Map<String, String> scan = Map.of("code", ticket.get("checkInCode").textValue());
        Shown admitted = send(staff, scan);
        assertThat(admitted.html())
                .contains("Admitted", "The booking is not paid", "result waiting", "Let out")
                .doesNotContain("ada@example.com");
        assertThat(state(ticket)).isEqualTo("CHECKEDIN");
        assertThat(send(staff, scan).html()).contains("Already inside", "Since ", "result bad");
        Shown out = send(staff, Map.of("out", ticket.get("id").textValue()));
        assertThat(out.html()).contains("Let out", "result waiting");
        assertThat(state(ticket)).isEqualTo("UNCHECKEDIN");
    }

    /** A double click sends the same form twice. */
    @Test
    void theSameFormAdmitsOnce() {
        DashboardVisitor staff = staff(Role.DOOR);
        Map<String, String> form = new HashMap<>(staff.browser().form(staff.get(door)));
        form.put("code", ticket(event).get("checkInCode").textValue());
        assertThat(staff.post(door, form).html()).contains("Admitted");
        assertThat(staff.post(door, form).html()).contains("Admitted").doesNotContain("Already inside");
    }

    @Test
    void otherTicketsAreRefused() {
        DashboardVisitor staff = staff(Role.DOOR);
        JsonNode elsewhere = ticket(shop.event("", "", "{'name': 'Chair', 'price': 500, 'maxQuantity': 10}"));
        Map<String, String> scan = Map.of("code", elsewhere.get("checkInCode").textValue(), "event", event.id());
        assertThat(send(staff, scan).html()).contains("Not admitted", "for another event");
        assertThat(state(elsewhere)).isEmpty();
        assertThat(send(staff, Map.of("code", "f".repeat(40))).html()).contains("No such ticket");
        JsonNode canceled = ticket(event);
        api.post("/v1/tickets/" + canceled.get("id").textValue() + "/cancel", "{}")
                .expect(200);
        assertThat(send(staff, Map.of("code", canceled.get("checkInCode").textValue()))
                        .html())
                .contains("Not admitted", "canceled");
    }

    @Test
    void whoMayReadTicketsFindsThemByName() {
        JsonNode ticket = ticket(event);
        DashboardVisitor manager = staff(Role.MANAGER);
        Shown found = send(staff(Role.SUPPORT), Map.of("code", "ada@exam"));
        assertThat(found.html())
                .contains("Whom do you let in?", ticket.get("id").textValue());
        assertThat(send(manager, Map.of("code", "nobody")).html()).contains("Nobody found");
        Shown door = send(staff(Role.DOOR), Map.of("code", "ada@exam"));
        assertThat(door.html())
                .contains("This is no code of a ticket")
                .doesNotContain(ticket.get("id").textValue());
        assertThat(send(manager, Map.of("code", ticket.get("id").textValue())).html())
                .contains("Admitted");
    }

    /** Only this page may use the camera. */
    @Test
    void theCameraIsForTheDoor() {
        DashboardVisitor staff = staff(Role.DOOR);
        assertThat(camera(staff, door)).contains("camera=(self)");
        assertThat(camera(staff, door.replace("/door", "/sessions"))).contains("camera=()");
    }

    private String camera(DashboardVisitor staff, String path) {
        return String.valueOf(shop.gateway()
                .api(null)
                .send("GET", path, Map.of("Cookie", DashboardVisitor.COOKIE + "=" + staff.session()))
                .expect(200)
                .header("Permissions-Policy"));
    }

    @Test
    void eventsThatAreOverCannotBeChosen() {
        DashboardVisitor staff = staff(Role.DOOR);
        assertThat(staff.get(door).html()).contains(event.id());
        api.patch(
                        "/v1/events/" + event.id(),
                        "{\"eventDetails\": {\"startDate\": \"2020-01-01T18:00:00Z\", \"endDate\":"
                                + " \"2020-01-01T19:00:00Z\"}}")
                .expect(200);
        assertThat(staff.get(door).html()).doesNotContain(event.id());
        assertThat(staff.get(door + "?event=" + event.id()).html()).contains("value=\"" + event.id() + "\" selected");
    }
}
