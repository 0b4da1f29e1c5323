package io.tollgate.sales.ticket;

import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Draws one ticket: event, time, place and attendee above, and the tear-off stub with the code below. */
final class TicketPdfPage {
    private final TicketPdfSeries series;
    private final TicketPdfLayout layout;
    private final ContentNode ticket;
    private final int number;
    private final int count;
    private final boolean canceled;
    private final Canvas canvas;
    private final TextLayout text;
    private final Tag section;
    private final TextLayout.Fitting attendee;

    /** A label and its value. */
    private record Fact(String label, String value) {}

    TicketPdfPage(TicketPdfSeries series, ContentNode ticket, int number, int count) {
        this.series = series;
        this.layout = series.layout;
        this.ticket = ticket;
        this.number = number;
        this.count = count;
        this.canceled = "CANCELED".equals(ticket.text("status"));
        this.canvas = series.document.page(layout.width, layout.height);
        this.text = new TextLayout(canvas, series.context.paragraphs(), series.locale);
        this.section = series.document.structure().add("Sect");
        this.attendee = fitAttendee();
    }

    void draw() {
        canvas.sharedForm(series.background(canceled));
        float y = head(layout.artHeight + layout.gap);
        y = notice(y);
        y = title(y + layout.gap * 1.05f);
        float room = layout.tear() - layout.gap * 0.9f - attendeeHeight();
        facts(y + layout.gap * 1.55f, room - layout.gap * 0.6f);
        attendee(room);
        new TicketPdfStub(series, text, section, ticket, canceled).draw();
        if (canceled) {
            watermark(series.labels.get("canceled"));
        } else if (!series.content.is("livemode")) {
            watermark(series.labels.get("test"));
        }
        canvas.close();
    }

    private float head(float y) {
        TextStyle seller = new TextStyle(
                Weight.SEMIBOLD, layout.label.size() * 1.08f, layout.label.leading(), series.accent(canceled));
        float half = layout.inner() * 0.62f;
        TextLayout.Fitting name = text.fit(
                series.content.text("sellerName"), seller, new float[] {seller.size(), seller.size() * 0.85f}, half, 1);
        text.put(section.add("P"), name, layout.margin, y, half, Align.START);
        if (count > 1) {
            String place = series.labels.get("ticketOf", number(number), number(count));
            float rest = layout.inner() - half;
            text.put(section.add("P"), place, layout.label, layout.margin + half, y, rest, Align.END);
        }
        return y + seller.size() * 0.727f;
    }

    private String number(int value) {
        return series.context.formats().number(BigDecimal.valueOf(value), series.locale);
    }

    /** Draws a warning that a canceled or test ticket is not valid for admission. Draws nothing on other tickets. */
    private float notice(float y) {
        String notice = canceled
                ? series.labels.get("canceledNote")
                : series.content.is("livemode") ? "" : series.labels.get("testNote");
        if (notice.isEmpty()) {
            return y;
        }
        TextStyle style = new TextStyle(Weight.SEMIBOLD, layout.label.size(), layout.label.leading(), RgbColor.WHITE);
        float top = y + layout.gap * 0.7f;
        float high = layout.label.size() * 2.1f;
        canvas.decoration(() -> {
            canvas.fillColor(TicketPdfArt.WARNING);
            canvas.outline()
                    .rounded(layout.margin, top, layout.inner(), high, high * 0.22f)
                    .fill();
        });
        float inset = layout.label.size() * 0.9f;
        TextLayout.Fitting fitted =
                text.fit(notice, style, new float[] {style.size(), style.size() * 0.8f}, layout.inner() - 2 * inset, 1);
        text.put(
                section.add("P"),
                fitted,
                layout.margin + inset,
                top + (high - fitted.height()) / 2,
                layout.inner() - 2 * inset,
                Align.START);
        return top + high;
    }

    private float title(float y) {
        TextLayout.Fitting title =
                text.fit(series.content.text("title"), layout.title, layout.titleSizes, layout.inner(), 3);
        return text.put(section.add("H1"), title, layout.margin, y, layout.inner(), Align.START);
    }

    private List<Fact> eventFacts() {
        ContentNode event = series.content.at("event");
        List<Fact> facts = new ArrayList<>();
        if (!series.times.date().isEmpty()) {
            facts.add(new Fact(series.labels.get("date"), series.times.date()));
            facts.add(new Fact(series.labels.get("time"), series.times.time()));
        }
        boolean virtual = "virtual".equals(event.text("type"));
        if (event.has("location") && !virtual) {
            facts.add(new Fact(series.labels.get("place"), event.text("location")));
        }
        if (event.has("meetingLink") && !"in_person".equals(event.text("type"))) {
            facts.add(new Fact(series.labels.get("online"), event.text("meetingLink")));
        }
        return facts;
    }

    /** Draws the facts in rows of three columns. */
    private void facts(float y, float bottom) {
        List<Fact> facts = eventFacts();
        Tag list = section.add("L");
        float between = layout.gap * 0.8f;
        float top = y;
        for (int from = 0; from < facts.size(); from += 3) {
            int columns = Math.min(3, facts.size() - from);
            float x = layout.margin;
            float lowest = top;
            int linesMax = Math.max(1, (int) ((bottom - top - layout.gap) / layout.value.leading()));
            for (int i = 0; i < columns; i++) {
                float wide = (layout.inner() + between) * share(facts.size() - from, i) - between;
                lowest = Math.max(lowest, fact(list, facts.get(from + i), x, top, wide, Math.min(4, linesMax)));
                x += wide + between;
            }
            top = lowest + layout.gap * 0.95f;
        }
    }

    private static float share(int facts, int column) {
        return facts == 1 ? 1 : facts == 2 ? 0.5f : new float[] {0.35f, 0.28f, 0.37f}[column];
    }

    private float fact(Tag list, Fact fact, float x, float y, float wide, int linesMax) {
        Tag item = list.add("LI");
        float below = text.put(item.add("Lbl"), fact.label(), layout.label, x, y, wide, Align.START);
        TextLayout.Fitting value = text.fit(
                fact.value(),
                layout.value,
                new float[] {layout.value.size(), layout.value.size() * 0.88f, layout.value.size() * 0.76f},
                wide,
                linesMax);
        return text.put(item.add("LBody"), value, x, below + layout.gap * 0.42f, wide, Align.START);
    }

    private String attendeeName() {
        for (String field : List.of("attendeeName", "customerName", "attendeeEmail")) {
            String name = io.tollgate.pdf.text.CleanText.line(ticket.text(field));
            if (!name.isBlank()) {
                return name;
            }
        }
        return "–";
    }

    private TextLayout.Fitting fitAttendee() {
        float size = layout.name.size();
        float[] sizes = {size, size * 0.85f, size * 0.7f, size * 0.58f};
        return text.fit(attendeeName(), layout.name, sizes, layout.inner(), 2);
    }

    private float attendeeHeight() {
        return layout.label.size() + layout.gap * 0.5f + attendee.height() + layout.gap * 0.7f + layout.value.size();
    }

    /** Draws the attendee at the bottom of the upper part, right above the perforation. */
    private void attendee(float y) {
        float inner = layout.inner();
        canvas.decoration(() -> {
            canvas.strokeStyle(series.accent(canceled).tint(0.3), layout.margin * 0.02f);
            canvas.line(layout.margin, y - layout.gap * 0.7f, layout.margin + inner, y - layout.gap * 0.7f);
        });
        Tag item = section.add("L").add("LI");
        float below = text.put(
                item.add("Lbl"), series.labels.get("attendee"), layout.label, layout.margin, y, inner, Align.START);
        Tag body = item.add("LBody");
        below = text.put(body.add("P"), attendee, layout.margin, below + layout.gap * 0.5f, inner, Align.START);
        String group = ticket.text("group");
        String type = ticket.text("type");
        String kind = group.isBlank() || group.equals(type) ? type : type + "  ·  " + group;
        if (!kind.isBlank()) {
            TextStyle style =
                    new TextStyle(Weight.REGULAR, layout.value.size(), layout.value.leading(), TicketPdfArt.MUTED);
            TextLayout.Fitting fitted =
                    text.fit(kind, style, new float[] {style.size(), style.size() * 0.8f}, inner, 1);
            text.put(body.add("P"), fitted, layout.margin, below + layout.gap * 0.7f, inner, Align.START);
        }
    }

    /** Draws a large translucent word across the ticket. */
    private void watermark(String word) {
        TextStyle style = new TextStyle(Weight.EXTRABOLD, 100, 100, TicketPdfArt.WARNING);
        TextStyle fitted =
                style.withSize(Math.min(0.24f * layout.width, 100 * layout.width * 0.86f / text.width(word, style)));
        canvas.isolated(() -> {
            canvas.opacity(canceled ? 22 : 12);
            canvas.rotate(layout.width / 2, layout.height * 0.52f, 38);
            float wide = text.width(word, fitted);
            text.center(word, fitted, 0, -fitted.size() * 0.36f, wide);
        });
    }
}
