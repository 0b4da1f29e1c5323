package io.tollgate.dashboard;

import static io.tollgate.dashboard.EditorPart.list;
import static io.tollgate.dashboard.EditorPart.of;

import java.util.ArrayList;
import java.util.List;

/** What the sections ask for that all kinds of pages have. */
final class EditorParts {
    private EditorParts() {}

    static List<EditorPart> texts() {
        return List.of(
                of("name", "Name", "Only you see it."),
                of("title", "Title", "Buyers see it at the top of the page. Empty: the name."),
                of("description", "Description", "Text or HTML."),
                of("slug", "Address", "The last part of the page's address. Links to the former address stop working."),
                of("locale", "Language and country"));
    }

    static List<EditorPart> date() {
        return List.of(
                of("eventDetails.startDate", "Starts"),
                of("eventDetails.endDate", "Ends"),
                of(
                        "eventDetails.currency",
                        "Currency",
                        "Of all tickets. Prices keep their digits: check them after a change."),
                of("eventDetails.timezone", "Time zone", "The times below are in it."),
                of("eventDetails.type", "Kind"),
                of("eventDetails.location", "Place"),
                of("eventDetails.mapsLink", "Link to a map"),
                of("eventDetails.meetingLink", "Meeting link", "Only attendees see it."),
                of("eventDetails.platform", "Platform of the meeting"),
                of("eventDetails.capacity", "Tickets in total", "Empty: no limit besides those of the tickets."),
                of("eventDetails.limitRegistrations.enabled", "Each e-mail address can register only once"));
    }

    static List<EditorPart> fields() {
        return List.of(list(
                "fields",
                "Fields",
                "What visitors fill in. A page needs a required field for the e-mail address.",
                "field",
                of("label", "Label"),
                of("element", "Input").first("text"),
                of("type", "Meaning", "Empty: no special meaning."),
                of("options", "Options", "One per line, for choices."),
                of("required", "Required"),
                of("description", "Help text"),
                of("placeholder", "Placeholder"),
                of("hidden", "Hidden")));
    }

    static List<EditorPart> confirmation(RecordList list) {
        List<EditorPart> parts = new ArrayList<>(List.of(
                of("afterPaymentAction", "What follows"),
                of("redirectUrl", "Address", "For a redirect."),
                of(
                        "redirectPageId",
                        "Page",
                        "For another checkout. While it is not published, the confirmation follows."),
                of("customizeCheckoutConfirmation", "Use these texts"),
                of("confirmationCheckoutTitle", "Title"),
                of("confirmationCheckoutMessage", "Message", "Text or HTML.")));
        if (list == RecordList.EVENTS) {
            parts.addAll(List.of(
                    of("showConfirmationEventName", "Show the name of the event"),
                    of("showConfirmationEventDateTime", "Show date and time"),
                    of("showConfirmationEventLocation", "Show the place"),
                    of("showConfirmationEventMeetingLink", "Show the meeting link"),
                    of("showConfirmationEventTickets", "Show the tickets"),
                    of("showConfirmationAddToCalendar", "Offer to add the event to a calendar")));
        }
        return parts;
    }

    static List<EditorPart> mails(RecordList list) {
        List<EditorPart> parts = new ArrayList<>(List.of(
                of("sendEmailConfirmation", "Send a confirmation"),
                of("customizeEmailConfirmation", "Use these texts"),
                of("confirmationEmailSubject", "Subject", "It can contain placeholders, such as {{order.id}}."),
                of("confirmationEmailMessage", "Message", "Text or HTML with placeholders."),
                of("confirmationEmailShowLogo", "Show the logo"),
                of("confirmationEmailShowStoreName", "Show your name"),
                of("sendPaymentNotification", "Notify me of each order or submission"),
                of("notifyEmail", "Addresses to notify", "Separated by commas. Empty: the address of the account.")));
        if (list != RecordList.FORMS) {
            parts.add(of("checkoutAbandonment.disableEmails", "Send no reminders of abandoned orders"));
        }
        if (list == RecordList.CHECKOUT_PAGES) {
            parts.addAll(List.of(
                    of("sendCanceledSubscriptionNotifications", "Notify me of canceled subscriptions"),
                    of("sendRecurringPaymentFailedNotifications", "Notify me of failed payments of subscriptions"),
                    of("sendRecurringPaymentSucceededNotifications", "Notify me of payments of subscriptions")));
        }
        return parts;
    }

    static List<EditorPart> design() {
        return List.of(
                of("allowEmbed", "Other sites may show the page"),
                of("allowedEmbedOrigins", "Sites that may show the page", "One per line. Empty: all sites over https."),
                of("closePopupOnClickOutside", "A click outside of a pop-up closes it"));
    }

    static List<EditorPart> tracking() {
        return List.of(
                of("googleIndex", "Search engines may list the page"),
                of("trackingCodes", "Tracking codes", "HTML with scripts that the confirmation runs."),
                of("redirect.enabled", "Send all visitors to another address"),
                of("redirect.url", "That address"));
    }

    static List<EditorPart> legal() {
        return List.of(
                of("tax.enabled", "Orders are taxed"),
                of("tax.mode", "Tax", "Fixed: by your tax rates. Processor: as the payment processor calculates."),
                of("invoiceSettings.bankDetails", "Bank details on invoices"),
                of("invoiceSettings.dueDays.enabled", "Invoices are due after some days"),
                of("invoiceSettings.dueDays.days", "Days until an invoice is due"),
                of("invoiceSettings.additionalInformation.enabled", "Invoices end with a note"),
                of("invoiceSettings.additionalInformation.title", "Title of the note"),
                of("invoiceSettings.additionalInformation.message", "Text of the note"));
    }
}
