package io.tollgate.storefront.pages;

import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClosingResponse;
import io.tollgate.platform.input.BodyReader;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Finds the page of a request by seller and slug, and passes the request to the pages of its kind. */
final class PageDispatch {
    private static final String KEY = "foundPage";

    private final PageAddresses addresses;
    private final FileForms files;
    private final Map<PageKind, PageFlow<?>> kinds;

    PageDispatch(PageAddresses addresses, FileForms files, List<PageFlow<?>> kinds) {
        this.addresses = addresses;
        this.files = files;
        this.kinds = kinds.stream().collect(Collectors.toMap(flow -> flow.type().kind(), flow -> flow));
    }

    /** Returns the page that {@link #find} has found. */
    static FoundPage page(RoutingContext ctx) {
        return Objects.requireNonNull(ctx.<FoundPage>get(KEY), "the page was not looked up");
    }

    /** Looks up the page; 404 if there is none, or none of a kind that has hosted pages. */
    void find(RoutingContext ctx) {
        String seller = Objects.requireNonNull(ctx.pathParam("seller"));
        String slug = Objects.requireNonNull(ctx.pathParam("slug"));
        if (BodyReader.isAnnounced(ctx.request())) {
            // The reader of the body resumes the request.
            ctx.request().pause();
        }
        addresses
                .find(seller, slug)
                .onSuccess(found -> {
                    if (found == null || !kinds.containsKey(found.kind())) {
                        fail(ctx, ApiError.notFound("Page"));
                    } else {
                        ctx.put(KEY, found);
                        ctx.next();
                    }
                })
                .onFailure(failure -> fail(ctx, failure));
    }

    /** Closes the connection of a request whose body is not read. */
    private static void fail(RoutingContext ctx, Throwable failure) {
        if (BodyReader.isAnnounced(ctx.request())) {
            ClosingResponse.on(ctx);
        }
        ctx.fail(failure);
    }

    private PageFlow<?> pages(RoutingContext ctx) {
        return Objects.requireNonNull(kinds.get(page(ctx).kind()));
    }

    void show(RoutingContext ctx) {
        pages(ctx).show(ctx);
    }

    void submit(RoutingContext ctx) {
        pages(ctx).submit(ctx);
    }

    void summarize(RoutingContext ctx) {
        pages(ctx).summarize(ctx);
    }

    void save(RoutingContext ctx) {
        pages(ctx).save(ctx);
    }

    /** Returns a handler that reads the form of the page. */
    Handler<RoutingContext> reader(Handler<RoutingContext> usual) {
        return ctx -> {
            try {
                files.read(ctx, page(ctx), usual);
            } catch (ApiError refused) {
                fail(ctx, refused);
            }
        };
    }
}
