package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.DoorView.Match;
import io.tollgate.dashboard.DoorView.Result;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.FilterValues;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The door of an event: lets attendees in by the code of their ticket, which a scanner types or a camera reads, and out
 * again. Members who may read tickets can also search by name.
 */
record DoorPage(DashboardApi api, FormGuard guard, Sellers sellers, Clock clock) {
    private static final String TICKETS = "/v1/tickets";
    private static final String EVENT = "event";
    private static final String CODE = "code";

    /** A code, or the id of a ticket. Everything else is a name. */
    private static final Pattern SCANNED = Pattern.compile("[0-9a-fA-F]{24}|[0-9a-fA-F]{40}");

    /** How long after its end an event can be chosen. */
    private static final Duration OVER = Duration.ofDays(1);

    private static final int MATCHES_MAX = 10;
    private static final int CODE_MAX = 100;

    /** What the page shows besides the result. */
    private record Read(DashboardRequest open, List<Choice> events, String event, ZoneId zone) {}

    /** What a scan led to. */
    private record Found(@Nullable Result result, List<Match> matches) {
        static Found of(Result result) {
            return new Found(result, List.of());
        }
    }

    Future<?> show(DashboardRequest open) {
        String event = Objects.requireNonNullElse(open.ctx().request().getParam(EVENT), "");
        return read(open, event).onSuccess(read -> send(read, new Found(null, List.of())));
    }

    /** Lets an attendee in or out, or searches for one. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        String typed = Objects.requireNonNullElse(form.text(CODE), "").strip();
        String code = typed.length() > CODE_MAX ? "" : typed;
        String out = form.text("out");
        String key = form.text("key");
        return read(open, Objects.requireNonNullElse(form.text(EVENT), ""))
                .compose(read -> {
                    if (out != null && FilterValues.isId(out)) {
                        return letOut(read, out, key);
                    }
                    return SCANNED.matcher(code).matches() ? letIn(read, code, key) : search(read, code);
                })
                .mapEmpty();
    }

    private Future<Read> read(DashboardRequest open, String event) {
        Future<@Nullable ObjectNode> events = open.may("events:read")
                ? api.get(open, "/v1/events?limit=100").map(answer -> answer)
                : Future.succeededFuture(null);
        return Future.all(events, sellers.seller(open.membership().sellerId())).map(read -> {
            ZoneId zone = read.<Sellers.Seller>resultAt(1).zone();
            ObjectNode answer = events.result();
            return new Read(
                    open,
                    answer == null ? List.of() : events(open, answer, event, new ValueFormat(zone)),
                    FilterValues.isId(event) ? event : "",
                    zone);
        });
    }

    /** Returns the events of the mode that are to come or have just ended, and the chosen one, with their dates. */
    private List<Choice> events(DashboardRequest open, ObjectNode answer, String chosen, ValueFormat format) {
        String since = clock.now().minus(OVER).toString();
        List<JsonNode> events = new ArrayList<>();
        for (JsonNode event : answer.path("data")) {
            JsonNode details = event.path("eventDetails");
            String end =
                    details.path("endDate").asText(details.path("startDate").asText(""));
            boolean current = event.path("status").asText().equals("published")
                    && event.path("testmode").asBoolean() != open.live()
                    && end.compareTo(since) >= 0;
            if (current || event.path("id").asText().equals(chosen)) {
                events.add(event);
            }
        }
        return events.stream()
                .sorted(Comparator.comparing(
                        event -> event.at("/eventDetails/startDate").asText("")))
                .map(event -> new Choice(event.path("id").asText(), label(event, format)))
                .toList();
    }

    private static String label(JsonNode event, ValueFormat format) {
        String starts = format.cell(Format.TIME, event.at("/eventDetails/startDate"), event)
                .text();
        return event.path("name").asText() + (starts.isEmpty() ? "" : ", " + starts);
    }

    private Future<Void> letIn(Read read, String code, @Nullable String key) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (!read.event.isEmpty()) {
            body.put("pageId", read.event);
        }
        return scan(read, TICKETS + "/validate/" + code, body, key);
    }

    private Future<Void> letOut(Read read, String ticket, @Nullable String key) {
        return scan(read, TICKETS + "/" + ticket + "/check-out", null, key);
    }

    private Future<Void> scan(Read read, String target, @Nullable ObjectNode body, @Nullable String key) {
        return api.write(read.open, HttpMethod.POST, target, body, key)
                .map(answer -> Found.of(result(read, answer.path("data"))))
                .recover(failure -> failure instanceof ApiError error && error.status() < 500 && error.status() != 403
                        ? Future.succeededFuture(Found.of(refused(error)))
                        : Future.failedFuture(failure))
                .map(found -> {
                    send(read, found);
                    return null;
                });
    }

    private static Result refused(ApiError error) {
        String title = error.status() == 404 ? "No such ticket" : "Not admitted";
        String why = error.status() == 404
                ? "There is no ticket with this code in this account."
                : String.valueOf(error.getMessage());
        return new Result("bad", title, "", List.of(why), null);
    }

    private static Result result(Read read, JsonNode answer) {
        JsonNode ticket = answer.path("ticket");
        boolean inside = ticket.path("checkInStatus").asText().equals("CHECKEDIN");
        boolean success = answer.path("success").asBoolean();
        List<String> lines = new ArrayList<>();
        answer.path("warnings").forEach(one -> lines.add(one.path("message").asText()));
        String style = !success ? "bad" : lines.isEmpty() ? "good" : "waiting";
        if (inside && !success) {
            ValueFormat format = new ValueFormat(read.zone);
            lines.add(
                    0,
                    "Since "
                            + format.cell(Format.TIME, ticket.at("/latestCheckIn/checkedInAt"), ticket)
                                    .text() + ".");
        }
        lines.add("Ticket " + ticket.path("ticketShortId").asText());
        String title = inside ? (success ? "Admitted" : "Already inside") : (success ? "Let out" : "Not inside");
        return new Result(
                style,
                title,
                ticket.path("attendeeName").asText(""),
                lines,
                inside ? ticket.path("id").asText() : null);
    }

    private Future<Void> search(Read read, String name) {
        if (!read.open.may("tickets:read") || name.length() < 3) {
            send(read, Found.of(unreadable(read)));
            return Future.succeededFuture();
        }
        String target = TICKETS + "?limit=" + MATCHES_MAX + "&search="
                + URLEncoder.encode(name, StandardCharsets.UTF_8)
                + (read.event.isEmpty() ? "" : "&pageId=" + read.event);
        return api.get(read.open, target).map(answer -> {
            List<Match> matches = new ArrayList<>();
            answer.path("data").forEach(ticket -> matches.add(match(read, ticket)));
            send(
                    read,
                    matches.isEmpty()
                            ? Found.of(new Result(
                                    "bad", "Nobody found", "", List.of("No ticket matches “" + name + "”."), null))
                            : new Found(null, matches));
            return null;
        });
    }

    private static Result unreadable(Read read) {
        String why = read.open.may("tickets:read")
                ? "Scan the code of a ticket, or type at least three characters of a name."
                : "This is no code of a ticket. Scan it again.";
        return new Result("bad", "Not read", "", List.of(why), null);
    }

    private static Match match(Read read, JsonNode ticket) {
        ValueFormat format = new ValueFormat(read.zone);
        String id = ticket.path("id").asText();
        return new Match(
                id,
                ticket.path("attendeeName").asText(ticket.path("customerEmail").asText(id)),
                ticket.path("ticketShortId").asText(),
                format.cell(Format.STATUS, state(ticket), ticket));
    }

    /** Returns whether the attendee is in, or why the ticket admits nobody. */
    private static JsonNode state(JsonNode ticket) {
        JsonNode status = ticket.path("status");
        boolean inside = ticket.at("/latestCheckIn/status").asText().equals("CHECKEDIN");
        return inside ? JsonNodeFactory.instance.textNode("checked_in") : status;
    }

    private void send(Read read, Found found) {
        DashboardRequest open = read.open;
        DoorView view = new DoorView(
                Frame.of(open, guard, Section.DOOR, Section.DOOR.label()),
                open.path(Section.DOOR),
                UUID.randomUUID().toString(),
                read.events,
                read.event,
                open.may("tickets:read"),
                found.result,
                found.matches);
        DashboardRenderer.send(open.ctx(), 200, "door", view);
    }
}
