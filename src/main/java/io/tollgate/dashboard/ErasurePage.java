package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ErasureView.Reason;
import io.tollgate.dashboard.ErasureView.Rows;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Erases the personal data of a customer: shows what is erased and what stays before, and the certificate afterwards.
 * It cannot be undone, so that it needs a recent sign-in.
 */
record ErasurePage(DashboardApi api, FormGuard guard, Sellers sellers, Confirmation confirmation) {
    /** Follows the path of the customer. */
    static final String BELOW = "/erasure";

    static final String SCOPE = "customers:erase";

    private static String target(String customer) {
        return RecordList.CUSTOMERS.path() + "/" + customer;
    }

    private static String back(DashboardRequest open) {
        return open.path(Section.CUSTOMERS) + "/" + RecordPage.id(open);
    }

    Future<?> show(DashboardRequest open) {
        String id = RecordPage.id(open);
        open.caller().require(SCOPE);
        return Future.all(
                        RecordPage.record(api, open, RecordList.CUSTOMERS, id),
                        erasure(open, id),
                        sellers.seller(open.membership().sellerId()))
                .onSuccess(read -> DashboardRenderer.send(
                        open.ctx(),
                        200,
                        "erasure",
                        view(
                                open,
                                read.resultAt(0),
                                read.<ObjectNode>resultAt(1).path("data"),
                                read.<Sellers.Seller>resultAt(2).zone())));
    }

    /** Returns the erasure that was begun, or the preview of one. */
    private Future<ObjectNode> erasure(DashboardRequest open, String id) {
        return api.get(open, target(id) + BELOW)
                .recover(failure -> failure instanceof ApiError error && error.status() == 404
                        ? api.write(open, HttpMethod.DELETE, target(id) + "?dryRun=true", null, null)
                        : Future.failedFuture(failure));
    }

    /** Begins the erasure, or continues one that was given up. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        String id = RecordPage.id(open);
        open.caller().require(SCOPE);
        if (!confirmation.isRecent(open)) {
            confirmation.show(open, Section.CUSTOMERS, back(open) + BELOW);
            return Future.succeededFuture();
        }
        return api.write(open, HttpMethod.DELETE, target(id), null, form.text("key"))
                .<Void>mapEmpty()
                // The page shows the reasons.
                .recover(failure -> failure instanceof ApiError error && error.status() == 409
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure))
                .onSuccess(begun -> DashboardRenderer.redirect(open.ctx(), back(open) + BELOW));
    }

    private ErasureView view(DashboardRequest open, ObjectNode customer, JsonNode erasure, ZoneId zone) {
        ValueFormat format = new ValueFormat(zone);
        String status = erasure.path("status").asText();
        List<Reason> reasons = new ArrayList<>();
        erasure.path("reasons").forEach(one -> reasons.add(reason(open, one)));
        return new ErasureView(
                Frame.of(open, guard, Section.CUSTOMERS, "Erase personal data"),
                RecordPage.title(RecordList.CUSTOMERS, customer),
                back(open),
                back(open) + BELOW,
                UUID.randomUUID().toString(),
                format.cell(Format.STATUS, erasure.path("status"), erasure),
                time(format, erasure.path("requestedAt"), erasure),
                time(format, erasure.path("finishedAt"), erasure),
                rows(erasure.path("erased")),
                rows(erasure.path("kept")),
                reasons,
                reasons.isEmpty() && (status.equals("preview") || status.equals("failed")));
    }

    private static Reason reason(DashboardRequest open, JsonNode one) {
        String record = one.path("recordId").asText();
        return new Reason(
                ValueFormat.words(one.path("message").asText()),
                record,
                open.path(Section.HOME) + SearchPage.PATH + "?q=" + record);
    }

    private static @Nullable Cell time(ValueFormat format, JsonNode time, JsonNode erasure) {
        return time.isTextual() ? format.cell(Format.TIME, time, erasure) : null;
    }

    private static List<Rows> rows(JsonNode all) {
        List<Rows> rows = new ArrayList<>();
        all.forEach(one -> rows.add(new Rows(
                ValueFormat.label(one.path("kind").asText().replace('-', ' ')),
                String.format(Locale.ROOT, "%,d", one.path("rows").asLong()),
                one.path("explanation").asText(""))));
        return rows;
    }
}
