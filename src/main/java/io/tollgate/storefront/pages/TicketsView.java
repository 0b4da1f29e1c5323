package io.tollgate.storefront.pages;

import io.tollgate.storefront.pages.EventView.PlaceView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tickets on the confirmation of an order. The seller selects what is shown.
 *
 * @param event name of the event; null to show none
 * @param place when and where it takes place; null to show neither
 * @param meetingLink null to show none
 * @param calendarPath path of the calendar file; null to show none
 * @param googleUrl address that adds the event to Google Calendar; null to show none
 * @param tickets empty to show none
 * @param pdfPath path of the tickets as PDF; null without it
 * @param addOns the order bumps that were bought; empty to show none
 */
public record TicketsView(
        @Nullable String event,
        @Nullable PlaceView place,
        @Nullable String meetingLink,
        @Nullable String calendarPath,
        @Nullable String googleUrl,
        List<Ticket> tickets,
        @Nullable String pdfPath,
        List<String> addOns) {

    /** @param code the short id of the ticket */
    public record Ticket(String type, String attendee, String code) {}
}
