package io.tollgate.loadtest.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.Part;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Keys;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Downloads of some bookings, over and over, while now and then an attendee is renamed. */
public final class Downloads implements Part, AutoCloseable {
    private static final int BOOKINGS = 40;
    private static final int PAGES_MAX = 10;
    private static final double RENAMES = 0.12;

    private final Claims claims = new Claims(
            List.of(Paper.WHOLE, Paper.SAME, Paper.STILL, Paper.FRESH, DownloadStep.UNCHANGED, RenameStep.RENAMED));
    private final Call.Caller caller;
    private final Random random;
    private final SellerServer server;
    private final List<Paper> papers = new ArrayList<>();
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private int renamed;

    /** @param caller whose bookings are downloaded and whose attendees are renamed */
    public Downloads(String url, Keys keys, Call.Caller caller, long seed) {
        this.caller = caller;
        this.random = new Random(seed);
        try {
            this.server = new SellerServer(url, keys, caller);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The seller's server, which buyers ask. */
    public String url() {
        return server.url();
    }

    @Override
    public String name() {
        return "pdf";
    }

    @Override
    public Claims claims() {
        return claims;
    }

    /** @throws Fault where no booking has a document */
    @Override
    public void prepare(Client client) {
        String cursor = "";
        for (int page = 0; page < PAGES_MAX && papers.size() < BOOKINGS; page++) {
            JsonNode list = client.get(caller, "/v1/bookings?status=paid&limit=100" + cursor)
                    .expect(200)
                    .json();
            for (JsonNode booking : list.path("data")) {
                cursor = "&starting_after=" + booking.path("id").asText();
                if (papers.size() < BOOKINGS) {
                    take(booking.path("id").asText(), client);
                }
            }
            if (!list.path("has_more").asBoolean()) {
                break;
            }
        }
        if (papers.isEmpty()) {
            throw Fault.error("no paid booking of this mode has tickets to download");
        }
    }

    private void take(String booking, Client client) {
        JsonNode ticket = client.get(caller, "/v1/tickets?status=PAID&limit=1&bookingId=" + booking)
                .expect(200)
                .json()
                .at("/data/0");
        boolean has = ticket.isObject()
                && client.get(caller, "/v1/bookings/" + booking + "/ticket-pdf").status() == 200;
        if (has) {
            papers.add(new Paper(
                    booking,
                    ticket.path("id").asText(),
                    ticket.path("attendeeName").asText(""),
                    claims));
        }
    }

    @Override
    public synchronized Step next() {
        Paper paper = papers.get(random.nextInt(papers.size()));
        if (random.nextDouble() < RENAMES && paper.startChange()) {
            renamed++;
            return new RenameStep(paper, "Guest " + run + " " + renamed, caller, claims);
        }
        return new DownloadStep(paper, claims);
    }

    /** Names the attendees as they were. */
    @Override
    public Conclusion conclude(Client client) {
        List<String> faults = new ArrayList<>();
        for (Paper paper : papers) {
            try {
                client.send(RenameStep.call(paper, paper.attendee(), caller)).expect(200);
            } catch (Fault fault) {
                faults.add("an attendee was not named as before: " + fault.getMessage());
            }
        }
        return new Conclusion(
                faults, List.of("%d bookings downloaded; attendees are named as before".formatted(papers.size())));
    }

    @Override
    public void close() {
        server.close();
    }
}
