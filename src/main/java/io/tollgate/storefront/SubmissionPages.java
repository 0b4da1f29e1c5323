package io.tollgate.storefront;

import io.tollgate.catalog.FormTexts;
import io.tollgate.catalog.FormTexts.AttachedFile;
import io.tollgate.error.ApiError;
import io.tollgate.file.FileLinks;
import io.tollgate.form.HostedForms;
import io.tollgate.form.HostedForms.HostedForm;
import io.tollgate.resource.Scope;
import io.tollgate.storefront.SubmittedView.FileLink;
import io.tollgate.submission.FormSubmissions;
import io.tollgate.submission.SubmissionTokens;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** The page that confirms a submission, at an address that nobody can guess, and the files that it offers. */
record SubmissionPages(HostedForms forms, FormSubmissions submissions, SubmissionTokens tokens, FileLinks files) {

    /** A request for the confirmation of a submission. */
    private record Open(Scope scope, HostedForm hosted) {}

    static String path(String sellerName, String token) {
        return "/s/" + sellerName + "/submission/" + token;
    }

    /** Shows the confirmation. */
    void show(RoutingContext ctx) {
        open(ctx)
                .map(open -> {
                    PageRenderer.send(ctx, 200, "submitted.jte", view(ctx, open), PageRenderer.policy(""));
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
        SubmissionTokens.Key key = tokens.key(Objects.requireNonNull(ctx.pathParam("token")));
        if (key == null) {
            throw ApiError.notFound("Submission");
        }
        return submissions
                .pageOf(key.scope(), key.submissionId())
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

    private static SubmittedView view(RoutingContext ctx, Open open) {
        HostedForm hosted = open.hosted();
        Messages messages =
                Messages.of(ctx.request().getParam("lang"), hosted.form().locale());
        FormTexts texts = hosted.texts();
        boolean custom = texts.customizeCheckoutConfirmation();
        String title = custom ? texts.confirmationCheckoutTitle() : null;
        String path = ctx.request().path();
        Shell shell = new Shell(
                messages,
                hosted.form().displayTitle(),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                path,
                !open.scope().live(),
                false,
                null);
        return new SubmittedView(
                shell,
                title == null ? messages.text("form.confirmation.title") : title,
                custom ? SellerHtml.clean(texts.confirmationCheckoutMessage()) : null,
                texts.files().stream()
                        .map(file ->
                                new FileLink(file.name(), messages.size(file.size()), path + "/files/" + file.id()))
                        .toList());
    }
}
