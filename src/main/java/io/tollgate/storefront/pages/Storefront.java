package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.StorageSettings;
import io.tollgate.catalog.form.HostedForms;
import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PreviewLinks;
import io.tollgate.platform.api.Deadline;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.FileFormReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.checkout.CartDrafts;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.submission.FormSubmissions;
import io.tollgate.sales.subscription.OverduePayments;
import io.tollgate.sales.ticket.BookedTickets;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Mounts the hosted pages of buyers on a router. */
public final class Storefront {
    private static final int FORM_MAX = 64 * 1024;
    private static final int VISITS_PAUSE_MILLIS = 1_000;
    private static final Pattern CONTROL = Pattern.compile("%(?:[01][0-9a-fA-F]|7[fF])");
    private static final String PAGE = "/s/:seller/:slug";
    private static final String SUBMISSION = "/s/:seller/submission/:token";
    private static final String ORDER = "/s/:seller/checkout/:token";
    private static final String OVERDUE = "/s/:seller/overdue/:token";

    private final BuyerRateLimit rateLimit;
    private final ServerLimits limits;
    private final BuyerRequest request;
    private final PageDispatch pages;
    private final EventPages eventPages;
    private final PageFlow<HostedEvent> events;
    private final OrderPages orders;
    private final SubmissionPages submissions;
    private final OverduePages overdue;
    private final LicenseKeyValidation licenseKeys;
    private final TrackingPages tracking;
    private final CartPages carts;
    private final UcpRoutes agents;

    /**
     * @param key signs the addresses of orders and the forms
     * @param files links to the files of forms
     * @param secure whether buyers reach Tollgate over https
     * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
     */
    public record Parts(
            PageAddresses addresses,
            HostedPages pages,
            Checkouts checkouts,
            OverduePayments overdue,
            FormParts forms,
            FileLinks files,
            Clock clock,
            WriteExecutor writes,
            RotatingKey key,
            PreviewLinks previews,
            BuyerRateLimit rateLimit,
            ServerSettings server,
            ServerLimits limits,
            boolean secure,
            String publicUrl,
            TicketPdfRoutes ticketPdfs,
            ReceiptReader receipts) {}

    public Storefront(Vertx vertx, Database database, Parts parts) {
        this.rateLimit = parts.rateLimit();
        this.limits = parts.limits();
        this.request = new BuyerRequest(
                new LinkSigner(parts.key()), Networks.of(parts.server().trustedProxies()), parts.secure());
        RecordTokens tokens = new RecordTokens("checkout", parts.key());
        VisitCounter visits = new VisitCounter(database, parts.clock());
        vertx.setPeriodic(VISITS_PAUSE_MILLIS, timer -> visits.write());
        RecordTokens sent = new RecordTokens("submission", parts.key());
        PageFlow.Visitors visitors = new PageFlow.Visitors(request, visits, new Previews(parts.previews()));
        CartDrafts drafts = CartDrafts.of(parts.checkouts());
        CartLinks links = new CartLinks(parts.key(), parts.publicUrl());
        this.carts = new CartPages(parts.pages(), drafts, links);
        this.agents = UcpRoutes.of(parts, links, request);
        OwnOrderPages own = new OwnOrderPages(parts.addresses(), parts.checkouts(), tokens, request);
        SavedCarts saved = new SavedCarts(drafts, links, parts.rateLimit());
        SellingPages.Orders taken =
                new SellingPages.Orders(parts.pages(), parts.checkouts(), tokens, saved, parts.rateLimit(), own);
        FileForms files = files(parts);
        this.eventPages = new EventPages(parts.publicUrl());
        this.events = new PageFlow<>(new SellingPages<>(eventPages, taken, files, request), visitors);
        ProductPages products = new ProductPages(parts.publicUrl());
        this.pages = new PageDispatch(
                parts.addresses(),
                files,
                List.of(
                        new PageFlow<>(new SellingPages<>(products, taken, files, request), visitors),
                        events,
                        new PageFlow<>(forms(parts, files, sent), visitors)));
        this.submissions =
                new SubmissionPages(parts.forms().forms(), parts.forms().submissions(), sent, parts.files());
        this.overdue = overdue(parts, database);
        this.licenseKeys = new LicenseKeyValidation(parts.writes());
        this.tracking = new TrackingPages(parts.pages(), new LinkSigner(parts.key()));
        this.orders = orders(parts, database, tokens, own);
    }

    private OverduePages overdue(Parts parts, Database database) {
        OverdueLinks links = new OverdueLinks(parts.key(), parts.publicUrl());
        return new OverduePages(parts.pages(), parts.overdue(), links, request, new TestClock(database, parts.clock()));
    }

    private OrderPages orders(Parts parts, Database database, RecordTokens tokens, OwnOrderPages own) {
        TicketConfirmations tickets =
                new TicketConfirmations(new BookedTickets(database), parts.ticketPdfs(), parts.publicUrl());
        OrderFiles files = new OrderFiles(parts.pages(), parts.files());
        OfferPages offers = OfferPages.of(parts, tokens, request);
        ConfirmationPages confirmations = new ConfirmationPages(
                new AfterPurchase(parts.pages()), offers, tickets, files, parts.receipts(), tracking);
        return new OrderPages(parts.pages(), parts.checkouts(), tokens, tickets, files, confirmations, offers, own);
    }

    /** What forms need. */
    public record FormParts(
            HostedForms forms, FormSubmissions submissions, BuyerFiles files, StorageSettings storage) {}

    private FileForms files(Parts parts) {
        FormParts forms = parts.forms();
        FormUploads.Limits uploads = new FormUploads.Limits(
                forms.storage().formFilesMax(), forms.storage().formBytesMax());
        FileFormReader reader = new FileFormReader(new FileFormReader.Limits(
                FORM_MAX, BuyerFiles.BYTES_MAX, uploads.files(), 2 * uploads.bytes() + FORM_MAX));
        FormTokens tokens = new FormTokens(new LinkSigner(parts.key()), parts.clock());
        return new FileForms(tokens, forms.files(), uploads, reader, parts.rateLimit(), request);
    }

    private FormPages forms(Parts parts, FileForms files, RecordTokens sent) {
        FormParts forms = parts.forms();
        return new FormPages(
                new FormPages.Parts(
                        forms.forms(), forms.submissions(), new AfterPurchase(parts.pages()), parts.publicUrl()),
                files.tokens(),
                files,
                sent,
                request,
                parts.rateLimit());
    }

    /** Reads templates, texts and assets, whose first use would delay the first buyers. Blocks. */
    public static void prepare() {
        PageRenderer.prepare();
        Messages.prepare();
        SellerHtml.clean("<p>");
        IconImages.prepare();
        DialCodes.byCountry();
        StorefrontAssets.path("page.css");
    }

    /** Mounts the pages for failures. Must precede the failure handler of the API, which answers with JSON. */
    public static void mountFirst(Router router) {
        router.route("/s/*").failureHandler(FailurePages::show);
    }

    /** @param portal mounts the customer portal, whose paths precede those of pages */
    public void mount(Router router, Consumer<Router> portal) {
        StorefrontAssets.mount(router);
        Theme.mount(router);
        EmbedScript.mount(router);
        Deadline deadline = new Deadline(limits.requestTimeoutMillis());
        router.route("/s/*")
                .handler(this::limit)
                .handler(Storefront::requireText)
                .handler(ctx -> {
                    // The reader of files has a longer time limit of its own.
                    if (FileFormReader.isAnnounced(ctx.request())) {
                        ctx.next();
                    } else {
                        deadline.handle(ctx);
                    }
                });
        agents.mount(router, this::limit, limits);
        portal.accept(router);
        BodyReader forms = BodyReader.ofForms(FORM_MAX, limits.bodyTimeoutMillis());
        mountPages(router, forms);
        mountOrders(router, forms);
        router.post(LicenseKeyValidation.PATH)
                .handler(this::limit)
                .handler(new Deadline(limits.requestTimeoutMillis()))
                .handler(forms)
                .handler(licenseKeys::validate);
        reading(router, PAGE + TrackingPages.PATH).handler(pages::find).handler(tracking::show);
        reading(router, SUBMISSION).handler(submissions::show);
        reading(router, SUBMISSION + "/files/:file").handler(submissions::download);
        mountOverdue(router, forms);
        router.route("/s/*").handler(ctx -> ctx.fail(ApiError.notFound("Page")));
    }

    private void mountPages(Router router, BodyReader forms) {
        reading(router, PAGE).handler(pages::find).handler(pages::show);
        router.post(PAGE).handler(pages::find).handler(pages.reader(forms)).handler(pages::submit);
        router.post(PAGE + "/summary")
                .handler(pages::find)
                .handler(pages.reader(forms))
                .handler(pages::summarize);
        router.post(PAGE + "/cart")
                .handler(pages::find)
                .handler(pages.reader(forms))
                .handler(pages::save);
        carts.mount(router, forms);
        reading(router, PAGE + "/event.ics").handler(pages::find).handler(this::sendCalendar);
    }

    private void mountOrders(Router router, BodyReader forms) {
        reading(router, ORDER).handler(orders::show);
        new EmbeddedOffers(orders.offers()).mount(router, this::limitCards, forms);
        router.post(ORDER + OwnOrderPages.CANCEL)
                .handler(forms)
                .handler(ctx -> orders.own().cancel(ctx));
        router.post(ORDER + OfferPages.PATH)
                .handler(this::limitCards)
                .handler(forms)
                .handler(orders::decide);
        reading(router, ORDER + "/return").handler(orders::comeBack);
        reading(router, ORDER + OrderFiles.PATH + ":file").handler(orders::download);
        reading(router, ORDER + "/tickets.pdf").handler(orders::tickets);
    }

    private void mountOverdue(Router router, BodyReader forms) {
        reading(router, OVERDUE).handler(overdue::show);
        reading(router, OVERDUE + "/return").handler(overdue::comeBack);
        reading(router, OVERDUE + OverdueLinks.CARD).handler(overdue::replaceCard);
        reading(router, OVERDUE + OverdueLinks.CARD + "/saved").handler(overdue::showSavedCard);
        router.post(OVERDUE + "/retry").handler(this::limitCards).handler(forms).handler(overdue::retry);
    }

    private void sendCalendar(RoutingContext ctx) {
        events.open(ctx, SubmittedForm.EMPTY).compose(eventPages::sendCalendar).onFailure(ctx::fail);
    }

    private static Route reading(Router router, String path) {
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    /** Rejects paths with encoded control characters, which no page has and the database cannot compare. */
    private static void requireText(RoutingContext ctx) {
        if (CONTROL.matcher(ctx.request().path()).find()) {
            throw ApiError.notFound("Page");
        }
        ctx.next();
    }

    /** Limits the decisions about charges of saved cards. */
    private void limitCards(RoutingContext ctx) {
        String address = request.address(ctx.request());
        if (address != null) {
            rateLimit.takeCardTry(address);
        }
        ctx.next();
    }

    private void limit(RoutingContext ctx) {
        String address = request.address(ctx.request());
        if (address != null) {
            rateLimit.take(address);
        }
        ctx.next();
    }
}
