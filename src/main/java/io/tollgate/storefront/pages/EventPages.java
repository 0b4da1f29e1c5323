package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.purchase.Visit;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages on which buyers order tickets of an event.
 *
 * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
 */
record EventPages(String publicUrl) implements SellingPageType<HostedEvent> {
    @Override
    public PageKind kind() {
        return PageKind.EVENT;
    }

    @Override
    public Class<HostedEvent> pageClass() {
        return HostedEvent.class;
    }

    @Override
    public HostedEvent addressed(HostedEvent hosted, Map<String, String> parameters) {
        return DynamicTexts.apply(hosted, parameters);
    }

    @Override
    public boolean sellsOnce(HostedEvent hosted) {
        return hosted.page().limitsRegistrations();
    }

    @Override
    public OrderFormReader.Read read(
            HostedEvent hosted,
            SubmittedForm form,
            NumberReader numbers,
            Map<String, List<BuyerUpload>> files,
            Visit visit) {
        return OrderFormReader.read(hosted, form, numbers, files, visit);
    }

    @Override
    public String template() {
        return "event.jte";
    }

    @Override
    public @Nullable String closed(PageRequest<HostedEvent> open) {
        return EventViews.closed(open.hosted(), open.messages(), open.display().preview());
    }

    @Override
    public EventView view(PageRequest<HostedEvent> open, OrderState order) {
        String closed = closed(open);
        return new EventViews(open.hosted(), open.messages(), open.form(), order.errors(), open.revealed())
                .build(
                        open.shell(),
                        head(open),
                        open.action(),
                        order,
                        closed != null ? closed : order.notice(),
                        closed != null);
    }

    private @Nullable PageHead head(PageRequest<HostedEvent> open) {
        HostedEvent stored = open.stored();
        EventTimes times = new EventTimes(open.messages(), stored.texts().place());
        TicketSale sale = new TicketSale(stored, open.messages(), times);
        return PageHead.of(
                open,
                publicUrl,
                stored.content().descriptionHtml(),
                stored.content().images(),
                url -> new EventMarkup(stored, url, publicUrl, sale).build());
    }

    @Override
    public String fragmentTemplate() {
        return "eventUpdate.jte";
    }

    /** Sends the event as a calendar file. */
    Future<Void> sendCalendar(PageRequest<HostedEvent> open) {
        EventCalendar calendar =
                PageCalendars.of(open.hosted(), publicUrl + open.hosted().path());
        if (calendar == null) {
            return Future.failedFuture(ApiError.notFound("Calendar file"));
        }
        open.ctx()
                .response()
                .putHeader("Content-Type", "text/calendar; charset=utf-8")
                .putHeader("Content-Disposition", "attachment; filename=\"event.ics\"")
                .putHeader("Cache-Control", "private, no-cache")
                .putHeader("X-Robots-Tag", "noindex")
                .end(calendar.text());
        return Future.succeededFuture();
    }
}
