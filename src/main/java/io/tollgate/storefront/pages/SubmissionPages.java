package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.form.HostedForms;
import io.tollgate.catalog.form.HostedForms.HostedForm;
import io.tollgate.catalog.model.FormTexts;
import io.tollgate.catalog.model.FormTexts.AttachedFile;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.submission.FormSubmissions;
import io.tollgate.storefront.pages.SubmittedView.FileLink;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** The page that confirms a submission, at an address that nobody can guess, and the files that it offers. */
record SubmissionPages(HostedForms forms, FormSubmissions submissions, RecordTokens tokens, FileLinks files) {

    /** A request for the confirmation of a submission. */
    private record Open(Scope scope, HostedForm hosted) {}

    static String path(String sellerName, String token) {
        return "/s/" + sellerName + "/submission/" + token;
    }

    /** Shows the confirmation. */
    void show(RoutingContext ctx) {
        open(ctx)
                .map(open -> {
                    Display display = Display.of(
                            ctx, open.hosted().seller(), open.hosted().behavior());
                    PageRenderer.send(ctx, 200, "submitted.jte", view(ctx, open, display), display.policy());
                    return open;
                })
                .onFailure(ctx::fail);
    }

    /** Redirects to a link to a file of the form. The link is valid for a few minutes, this address always. */
    void download(RoutingContext ctx) {
        open(ctx)
                .map(open -> {
                    AttachedFile file = open.hosted().texts().files().stream()
                            .filter(one -> one.id().equals(ctx.pathParam("file")))
                            .findFirst()
                            .orElseThrow(() -> ApiError.notFound("File"));
                    ctx.response()
                            .setStatusCode(303)
                            .putHeader("Location", files.sign(open.scope(), file.id(), file.name()))
                            .putHeader("Cache-Control", "private, no-store")
                            .end();
                    return open;
                })
                .onFailure(ctx::fail);
    }

    private Future<Open> open(RoutingContext ctx) {
        RecordTokens.Key key = tokens.key(Objects.requireNonNull(ctx.pathParam("token")));
        if (key == null) {
            throw ApiError.notFound("Submission");
        }
        return submissions
                .pageOf(key.scope(), key.id())
                .compose(pageId -> {
                    if (pageId == null) {
                        throw ApiError.notFound("Submission");
                    }
                    return forms.byId(key.scope().sellerId(), pageId);
                })
                .map(hosted -> {
                    if (hosted == null || !hosted.seller().name().equals(ctx.pathParam("seller"))) {
                        throw ApiError.notFound("Submission");
                    }
                    return new Open(key.scope(), hosted);
                });
    }

    /** Returns the texts of the confirmation. */
    static AfterPurchase.Confirmation texts(HostedForm hosted) {
        FormTexts texts = hosted.texts();
        return AfterPurchase.confirmation(
                hosted.behavior(),
                texts.customizeCheckoutConfirmation(),
                texts.confirmationCheckoutTitle(),
                texts.confirmationCheckoutMessage());
    }

    /** @param scope of the submission */
    static Shell shell(HostedForm hosted, Messages messages, Display display, String path, Scope scope) {
        return new Shell(
                messages,
                messages.text("form.confirmation.title"),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                path,
                !scope.live(),
                false,
                null,
                display);
    }

    private static SubmittedView view(RoutingContext ctx, Open open, Display display) {
        HostedForm hosted = open.hosted();
        Messages messages =
                Messages.of(ctx.request().getParam("lang"), hosted.page().locale());
        AfterPurchase.Confirmation texts = texts(hosted);
        String path = ctx.request().path();
        return new SubmittedView(
                shell(hosted, messages, display, path, open.scope()),
                texts.title() == null ? messages.text("form.confirmation.title") : texts.title(),
                SellerHtml.clean(texts.messageHtml()),
                hosted.texts().files().stream()
                        .map(file ->
                                new FileLink(file.name(), messages.size(file.size()), path + "/files/" + file.id()))
                        .toList());
    }
}
