package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.dashboard.ShareView.Embedding;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.document.QrCode;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.http.Download;
import io.vertx.core.Future;
import java.util.List;

/** What a seller needs to pass a page on: its address, code for other sites, a QR code and a poster. */
record SharePage(DashboardApi api, FormGuard guard, PdfClient pdf, String publicUrl, RecordList list) {
    static final String PATH = "/share";

    private static final String CACHE = "private, no-cache";

    Future<?> show(DashboardRequest open) {
        return page(open).onSuccess(page -> DashboardRenderer.send(open.ctx(), 200, "share", view(open, page)));
    }

    private Future<? extends JsonNode> page(DashboardRequest open) {
        return RecordPage.record(api, open, list, RecordPage.id(open));
    }

    private ShareView view(DashboardRequest open, JsonNode page) {
        String title = RecordPage.title(list, page);
        String record = open.path(list.section()) + "/" + page.path("id").asText();
        return new ShareView(
                Frame.of(open, guard, list.section(), "Share – " + title),
                title,
                record,
                page.path("status").asText().equals("published"),
                open.may(list.writeScope()) ? record + "/publish" : "",
                page.path("url").asText(),
                page.path("allowEmbed").asBoolean() ? codes(open, page) : List.of(),
                record + PATH + "/qr.svg",
                record + PATH + "/poster.pdf");
    }

    private List<Embedding> codes(DashboardRequest open, JsonNode page) {
        String name = open.membership().sellerName() + "/" + page.path("slug").asText();
        String script = "<script src=\"" + publicUrl + "/embed.js\" async></script>\n";
        String verb = list == RecordList.FORMS ? "Open the form" : "Buy";
        return List.of(
                new Embedding(
                        "inline",
                        "In the page",
                        "Where the code is, the other site shows the page.",
                        script + "<div data-tollgate-page=\"" + name + "\"></div>"),
                new Embedding(
                        "popup",
                        "As a pop-up",
                        "A button opens the page above the other site.",
                        script + "<button data-tollgate-page=\"" + name + "\">" + verb + "</button>"),
                new Embedding(
                        "link",
                        "As a link",
                        "A link leads to the page.",
                        script + "<a data-tollgate-page=\"" + name + "\" data-tollgate-mode=\"link\">" + verb
                                + "</a>"));
    }

    /** Sends the QR code of the address. */
    Future<?> code(DashboardRequest open) {
        return page(open)
                .compose(
                        page -> pdf.prepare(() -> svg(QrCode.of(page.path("url").asText()))))
                .onSuccess(svg -> open.ctx()
                        .response()
                        .putHeader("Content-Type", "image/svg+xml; charset=utf-8")
                        .putHeader("Cache-Control", CACHE)
                        .end(svg));
    }

    private static String svg(QrCode code) {
        int side = code.size() + 2 * QrCode.QUIET_ZONE;
        StringBuilder path = new StringBuilder();
        code.runs((left, top, wide, high) -> path.append('M')
                .append(left + QrCode.QUIET_ZONE)
                .append(' ')
                .append(top + QrCode.QUIET_ZONE)
                .append('h')
                .append(wide)
                .append('v')
                .append(high)
                .append("h-")
                .append(wide)
                .append('z'));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + side + " " + side
                + "\" width=\"" + side * 8 + "\" height=\"" + side * 8 + "\" shape-rendering=\"crispEdges\">"
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><path d=\"" + path + "\"/></svg>";
    }

    /** Sends a poster with the title, the QR code and the address. */
    Future<?> poster(DashboardRequest open) {
        return page(open).onSuccess(page -> {
            PdfRequest request = PagePoster.request(page, open.membership().displayName());
            String slug = page.path("slug").asText();
            Download download = new Download("application/pdf", request.etag(), slug + "-poster.pdf", slug, CACHE);
            Api.answer(open.ctx(), outer -> pdf.respond(open.ctx(), request, download));
        });
    }
}
