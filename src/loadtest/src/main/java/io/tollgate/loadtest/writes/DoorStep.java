package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;

/** A guest comes to the door. Each guest is at one door at a time. */
final class DoorStep implements Step {
    static final String DOOR = "who is out gets in once, who is in gets out; each time adds one entry";

    private final Way way;
    private final Ledger.Guest guest;
    private final Ledger ledger;
    private final Claims claims;
    private final Call call;

    /** What the guest tries. */
    enum Way {
        IN("check in", true),
        /** Scanned again while inside. */
        IN_AGAIN("scan again", false),
        OUT("check out", true);

        private final String name;
        private final boolean succeeds;

        Way(String name, boolean succeeds) {
            this.name = name;
            this.succeeds = succeeds;
        }
    }

    DoorStep(Way way, Ledger.Guest guest, Call.Caller caller, Ledger ledger, Claims claims) {
        this.way = way;
        this.guest = guest;
        this.ledger = ledger;
        this.claims = claims;
        String path = way == Way.OUT
                ? "/v1/tickets/" + guest.ticketId() + "/check-out"
                : "/v1/tickets/validate/" + guest.checkInCode();
        this.call = Call.write(caller, "POST", path, "{}");
    }

    @Override
    public String name() {
        return way.name;
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        if (answer.status() != 200) {
            ledger.isUnsure();
        }
        JsonNode told = answer.expect(200).json().path("data");
        JsonNode ticket = told.path("ticket");
        boolean succeeded = told.path("success").asBoolean();
        boolean inside = ticket.path("checkInStatus").asText().equals("CHECKEDIN");
        int entries = ticket.path("checkIns").size();
        Ledger.Guest now = new Ledger.Guest(guest.eventId(), guest.ticketId(), guest.checkInCode(), entries);
        if (succeeded && way == Way.IN) {
            ledger.wentIn(guest);
        }
        if (succeeded && way == Way.OUT) {
            ledger.wentOut(guest);
        }
        if (inside) {
            ledger.isInside(now);
        } else {
            ledger.isOutside(now);
        }
        claims.hold(
                DOOR,
                succeeded == way.succeeds
                        && inside == (way != Way.OUT)
                        && entries == guest.entries() + (way.succeeds ? 1 : 0)
                        && ticket.path("id").asText().equals(guest.ticketId()),
                "%s: success %s, %d entries after %d".formatted(way.name, succeeded, entries, guest.entries())
                        + answer.where());
    }

    @Override
    public void lost() {
        ledger.isUnsure();
    }
}
