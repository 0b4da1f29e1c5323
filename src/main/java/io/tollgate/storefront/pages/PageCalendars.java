package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.EventTexts.Place;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/** Converts the events of hosted pages for calendars. */
final class PageCalendars {
    private static final int DESCRIPTION_MAX = 1_000;
    private static final PolicyFactory NO_TAGS = new HtmlPolicyBuilder().toFactory();

    private PageCalendars() {}

    /**
     * Returns the event; null if it has no date.
     *
     * @param url address of the page, which the description names
     */
    static @Nullable EventCalendar of(HostedEvent hosted, String url) {
        Place place = hosted.texts().place();
        Instant start = place.startDate();
        if (start == null) {
            return null;
        }
        String text = plain(hosted.content().descriptionHtml());
        boolean present = !place.type().equals("virtual");
        return new EventCalendar(
                hosted.page().id(),
                hosted.now(),
                start,
                place.endDate(),
                hosted.heading(),
                present ? Objects.requireNonNullElse(place.location(), "") : "",
                text.isEmpty() ? url : text + "\n\n" + url,
                "",
                hosted.page().details().status() == Event.Status.CANCELED);
    }

    /** Returns the text of HTML without its tags. */
    static String plain(@Nullable String html) {
        if (html == null) {
            return "";
        }
        String breaks = html.replaceAll("(?i)<br\\s*/?>|</p>|</li>|</h[1-6]>|</div>", "\n");
        String text = NO_TAGS.sanitize(breaks)
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&#61;", "=")
                .replace("&#64;", "@")
                .replace("&#96;", "`")
                .replace("&#43;", "+")
                .replace("&amp;", "&")
                .replaceAll("\n{3,}", "\n\n")
                .strip();
        return text.length() <= DESCRIPTION_MAX
                ? text
                : text.substring(0, DESCRIPTION_MAX).strip() + "…";
    }
}
