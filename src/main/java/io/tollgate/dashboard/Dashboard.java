package io.tollgate.dashboard;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.MemberLinks;
import io.tollgate.accounts.member.MemberSessions;
import io.tollgate.accounts.passkey.PersonSecurity;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.pdf.PdfClient;
import io.tollgate.platform.api.Deadline;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.UploadReader;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.ServerLimits;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** Mounts the dashboard on a router. */
public final class Dashboard {
    /** Begins the paths of all pages. A seller's pages follow after its short name. */
    static final String PATH = "/dashboard";

    /** Follows the short name of the seller in test mode. */
    static final String TEST = "/test";

    private static final int FORM_MAX = 64 * 1024;

    /** The text of a page is longer than that of other forms. */
    private static final int PAGE_FORM_MAX = 1024 * 1024;

    private final Parts parts;
    private final DashboardRouting routing;
    private final SignInSteps steps;
    private final HomePage home;
    private final DashboardApi api;
    private final FormGuard guard;
    private final Confirmation confirmation;

    /**
     * @param endpoints of the API, which check the scopes of their callers
     * @param signer signs forms
     * @param pdf draws posters
     * @param secure whether members reach Tollgate over https
     */
    public record Parts(
            List<Endpoint> endpoints,
            MemberLinks links,
            MemberSessions sessions,
            MemberDevices devices,
            PersonSecurity security,
            Sellers sellers,
            Clock clock,
            String publicUrl,
            LinkSigner signer,
            PdfClient pdf,
            DashboardSettings settings,
            SignInLimits signInLimits,
            RateLimitSettings rates,
            ServerLimits limits,
            Networks proxies,
            boolean secure) {}

    public Dashboard(Parts parts) {
        this.parts = parts;
        this.guard = new FormGuard(parts.signer(), parts.secure());
        this.confirmation = new Confirmation(
                guard,
                parts.clock(),
                parts.settings().confirmationValidity(),
                parts.security().available(),
                parts.settings().unconfirmedRefund());
        BodyReader forms = BodyReader.ofForms(FORM_MAX, parts.limits().bodyTimeoutMillis());
        this.api = new DashboardApi(parts.endpoints());
        this.routing = new DashboardRouting(parts.sessions(), guard, forms, parts.rates(), parts.proxies());
        this.steps = new SignInSteps(
                parts.sessions(),
                parts.devices(),
                guard,
                parts.signInLimits(),
                parts.settings(),
                parts.proxies(),
                forms);
        this.home = new HomePage(api, guard, parts.sellers(), parts.clock());
    }

    /** Reads templates and styles, whose first use would delay a request. Blocks. */
    public static void prepare() {
        DashboardRenderer.prepare();
        DashboardAssets.styles();
        PageTemplate.prepare();
    }

    /** Mounts the pages for failures. Must precede the failure handler of the API, which answers with JSON. */
    public static void mountFirst(Router router) {
        router.route(PATH + "/*").failureHandler(DashboardFailures::show);
    }

    public void mount(Router router) {
        DashboardAssets.mount(router);
        Deadline deadline = new Deadline(parts.limits().requestTimeoutMillis());
        router.route(PATH + "/*").handler(this::limit).handler(deadline);
        boolean available = parts.security().available();
        new SignInPages(parts.links(), steps, available).mount(router);
        new PasskeySignInPages(parts.security().signIns(), steps, available).mount(router);
        new RecoveryPages(parts.security().codes(), steps).mount(router);
        routing.get(router, Section.HOME, "", home::show);
        routing.get(router, Section.HOME, SearchPage.PATH, new SearchPage(api, guard, parts.sellers())::show);
        routing.get(router, Section.ERRORS, "", new ErrorsPage(api, guard, parts.sellers())::show);
        mountParts(router);
        for (RecordList list : RecordList.values()) {
            mount(router, list);
        }
        AccountSettings settings = new AccountSettings(api, guard, confirmation);
        routing.get(router, Section.ACCOUNT, "", settings::show);
        routing.post(router, Section.ACCOUNT, "", settings::submit);
        mountAccount(router);
        router.route(PATH + "/*").handler(ctx -> ctx.fail(ApiError.notFound("Page")));
    }

    private void mountAccount(Router router) {
        PasskeyPages passkeys = new PasskeyPages(parts.security(), steps, confirmation);
        AccountPage account = new AccountPage(api, guard, parts.sellers(), parts.clock(), confirmation, passkeys);
        routing.get(router, Section.SESSIONS, "", account::show);
        routing.post(router, Section.SESSIONS, "/accept", account::accept);
        routing.post(router, Section.SESSIONS, "/end-others", account::endOthers);
        routing.post(router, Section.SESSIONS, "/:id/end", account::end);
        passkeys.mount(router, routing);
    }

    private void mount(Router router, RecordList list) {
        ListPage page = new ListPage(api, guard, parts.sellers(), list);
        ActionPage action = new ActionPage(api, guard, parts.sellers(), confirmation, list);
        RecordPage record = new RecordPage(api, guard, parts.sellers(), list, parts.publicUrl());
        routing.get(router, list.section(), "", page::show);
        routing.get(router, list.section(), "/export.csv", page::export);
        if (Action.named(list, ActionStates.NEW) != null) {
            routing.get(router, list.section(), "/" + ActionStates.NEW, action::show);
            routing.post(router, list.section(), "/" + ActionStates.NEW, action::submit);
        }
        if (TemplatesPage.has(list)) {
            mountEditor(router, list);
        }
        routing.get(router, list.section(), "/:id", record::show);
        routing.get(router, list.section(), "/:id/:action", action::show);
        routing.post(router, list.section(), "/:id/:action", action::submit);
    }

    /** Pages of one kind of record. They precede those of all kinds, whose paths would match, too. */
    private void mountParts(Router router) {
        DoorPage door = new DoorPage(api, guard, parts.sellers(), parts.clock());
        routing.get(router, Section.DOOR, "", door::show);
        routing.post(router, Section.DOOR, "", door::submit);
        DeliveriesPage deliveries = new DeliveriesPage(api, guard, parts.sellers());
        String all = "/:id" + DeliveriesPage.BELOW;
        routing.get(router, Section.WEBHOOKS, all, deliveries::show);
        routing.post(router, Section.WEBHOOKS, all + "/:delivery/resend", deliveries::resend);
        ErasurePage erasure = new ErasurePage(api, guard, parts.sellers(), confirmation);
        routing.get(router, Section.CUSTOMERS, "/:id" + ErasurePage.BELOW, erasure::show);
        routing.post(router, Section.CUSTOMERS, "/:id" + ErasurePage.BELOW, erasure::submit);
        MemberSessionsPage sessions = new MemberSessionsPage(api, guard, parts.sellers());
        routing.get(router, Section.MEMBERS, "/:id" + SessionList.BELOW, sessions::show);
        routing.post(router, Section.MEMBERS, "/:id" + SessionList.BELOW + "/:session/end", sessions::end);
        ProcessorPage processor = new ProcessorPage(api, guard, parts.sellers(), confirmation);
        routing.get(router, Section.PROCESSOR, "", processor::show);
        routing.post(router, Section.PROCESSOR, "", processor::connect);
        routing.post(router, Section.PROCESSOR, ProcessorPage.DISCONNECT, processor::disconnect);
        routing.get(router, Section.CUSTOMERS, "/:id" + RecordLinks.DATA, open -> RecordLinks.sendData(api, open));
    }

    private void mountEditor(Router router, RecordList list) {
        TemplatesPage templates = new TemplatesPage(api, guard, parts.sellers(), parts.clock(), list);
        routing.get(router, list.section(), "/" + ActionStates.NEW, templates::show);
        routing.post(router, list.section(), "/" + ActionStates.NEW, templates::submit);
        EditorPage editor = new EditorPage(api, guard, parts.sellers(), list);
        routing.get(router, list.section(), "/:id" + EditorPage.PATH, editor::enter);
        routing.get(router, list.section(), "/:id" + EditorPage.PATH + "/:section", editor::show);
        BodyReader forms = BodyReader.ofForms(PAGE_FORM_MAX, parts.limits().bodyTimeoutMillis());
        routing.reading(forms).post(router, list.section(), "/:id" + EditorPage.PATH + "/:section", editor::submit);
        PicturesPage pictures = new PicturesPage(api, editor, list);
        String section = "/:id" + EditorPage.PATH + "/:section";
        UploadReader uploads = new UploadReader(api.body(HttpMethod.POST, PicturesPage.UPLOAD));
        routing.upload(router, list.section(), section + PicturesPage.PATH, pictures::check, uploads, pictures::add);
        routing.post(router, list.section(), section + PicturesPage.ARRANGE, pictures::arrange);
        SharePage share = new SharePage(api, guard, parts.pdf(), parts.publicUrl(), list);
        routing.get(router, list.section(), "/:id" + SharePage.PATH, share::show);
        routing.get(router, list.section(), "/:id" + SharePage.PATH + "/qr.svg", share::code);
        routing.get(router, list.section(), "/:id" + SharePage.PATH + "/poster.pdf", share::poster);
    }

    private void limit(RoutingContext ctx) {
        String address = ClientId.behind(ctx.request(), parts.proxies());
        if (address != null) {
            parts.signInLimits().take(address);
        }
        ctx.next();
    }
}
