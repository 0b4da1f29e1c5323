package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.storefront.pages.CheckoutView.BumpView;
import io.tollgate.storefront.pages.CheckoutView.Choice;
import io.tollgate.storefront.pages.CheckoutView.CouponView;
import io.tollgate.storefront.pages.CheckoutView.ErrorLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of an event.
 *
 * @param head null if the page is not public
 * @param action path that the form is sent to
 * @param formToken id of the form with its signature; null if the page takes no files
 * @param descriptionHtml cleaned
 * @param notice what the buyer needs to know before the form, such as that the event is sold out
 * @param openOrders links to the orders that the buyer can still pay
 * @param closed whether the page shows no form
 * @param ticketsError what is wrong with the selection as a whole; null if nothing is
 * @param discounts the volume discounts of the event, as sentences
 */
public record EventView(
        Shell shell,
        @Nullable PageHead head,
        String action,
        String csrf,
        @Nullable String formToken,
        String heading,
        PlaceView place,
        String calendarPath,
        @Nullable String descriptionHtml,
        List<Image> images,
        @Nullable String notice,
        List<OpenOrderLink> openOrders,
        boolean closed,
        @Nullable String ticketsError,
        List<String> discounts,
        List<GroupView> groups,
        List<FieldView> fields,
        List<AttendeeView> attendees,
        List<BumpView> bumps,
        @Nullable CouponView coupon,
        List<Choice> options,
        SummaryView summary,
        SubmitView submit,
        List<ErrorLink> errors) {

    /**
     * When and where an event takes place.
     *
     * @param date null if the event has no date
     * @param time null if the event has no date
     * @param location null if it takes place online only
     * @param mapsLink null without one
     * @param online how people join online, such as {@code Zoom}; null if it takes place at a place only
     */
    public record PlaceView(
            @Nullable String date,
            @Nullable String time,
            @Nullable String location,
            @Nullable String mapsLink,
            @Nullable String online) {}

    /**
     * A group of ticket types.
     *
     * @param type {@code radio}, {@code checkbox} or {@code number}
     * @param name null to show none
     * @param descriptionHtml cleaned
     * @param style the classes of its layout
     * @param collapse whether its types are collapsed at first; null if they cannot be
     * @param radio name of the radio buttons of a group from which one ticket is selected
     * @param discounts the discounts by quantity, as sentences
     * @param status why nothing of the group can be bought; null if it can
     */
    public record GroupView(
            String id,
            String type,
            String label,
            @Nullable String name,
            @Nullable String descriptionHtml,
            String style,
            @Nullable Boolean collapse,
            String radio,
            boolean none,
            List<String> discounts,
            @Nullable String status,
            List<TicketView> tickets) {}

    /**
     * A ticket type.
     *
     * @param name null to show none
     * @param value the quantity, or {@code 1} if it can only be ticked
     * @param fee the fee, if it is shown apart
     * @param total the price of the selected number; empty for one ticket or none, null if the page never shows it
     * @param status why it cannot be bought; null if it can
     * @param amount the input for a price that the buyer chooses; null if it is fixed
     */
    public record TicketView(
            String id,
            String input,
            String label,
            @Nullable String name,
            @Nullable String descriptionHtml,
            @Nullable Image image,
            @Nullable String price,
            @Nullable String former,
            @Nullable String fee,
            @Nullable String total,
            @Nullable String left,
            @Nullable String sale,
            @Nullable String status,
            boolean selected,
            String value,
            int min,
            @Nullable Integer max,
            @Nullable FieldView amount,
            @Nullable String error) {}

    /** The inputs for the attendee of one ticket. */
    public record AttendeeView(String legend, FieldView name, FieldView email) {}
}
