package io.tollgate.storefront;

import io.tollgate.cart.Answers;
import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.PageTexts.Redirect;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.file.BuyerFiles;
import io.tollgate.form.HostedForms;
import io.tollgate.form.HostedForms.HostedForm;
import io.tollgate.input.BodyReader;
import io.tollgate.input.FileFormReader;
import io.tollgate.input.FileFormReader.FileForm;
import io.tollgate.page.PageAddresses.FoundPage;
import io.tollgate.secret.RecordTokens;
import io.tollgate.submission.FormSubmissions;
import io.tollgate.submission.FormSubmissions.SentForm;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forms that visitors submit: shows them and takes submissions, with files. */
record FormPages(
        Parts parts,
        FormTokens tokens,
        RecordTokens submitted,
        BuyerRequest request,
        BuyerRateLimit rateLimit,
        VisitCounter visits)
        implements PageDispatch.Pages {
    /** The messages that tell visitors why their form was not taken. */
    private static final Map<String, String> NOTICES = Map.of(
            "already_submitted",
            "notice.form.once",
            "page_closed",
            "notice.form.closed",
            "page_changed",
            "notice.form.expired",
            "storage_quota_exceeded",
            "notice.form.noSpace",
            "rate_limited",
            "notice.form.tooMany");

    /** @param reader reads forms with files */
    record Parts(
            HostedForms forms,
            FormSubmissions submissions,
            BuyerFiles files,
            FormUploads.Limits limits,
            FileFormReader reader,
            AfterPurchase next,
            Previews previews) {}

    /** A request for a form, with what it needs to show it. */
    private record Open(
            RoutingContext ctx,
            HostedForm hosted,
            SubmittedForm form,
            Messages messages,
            Display display,
            String visitId,
            String formId,
            FormUploads uploads) {
        Open as(String id, FormUploads files) {
            return new Open(ctx, hosted, form, messages, display, visitId, id, files);
        }

        boolean isClosed() {
            return hosted.form().status() != PageStatus.PUBLISHED && !display.preview();
        }
    }

    @Override
    public Handler<RoutingContext> reader(FoundPage page, Handler<RoutingContext> usual) {
        return ctx -> {
            boolean files = FileFormReader.isAnnounced(ctx.request()) && HostedForms.takesFiles(page);
            (files ? parts.reader() : usual).handle(ctx);
        };
    }

    @Override
    public void show(RoutingContext ctx) {
        open(ctx, SubmittedForm.EMPTY)
                .compose(open -> {
                    Redirect redirect = open.hosted().texts().redirect();
                    boolean preview = open.display().preview();
                    if (!preview && redirect != null && redirect.enabled() && redirect.url() != null) {
                        ctx.response()
                                .setStatusCode(302)
                                .putHeader("Location", redirect.url())
                                .end();
                        return Future.succeededFuture();
                    }
                    if (!preview && ctx.request().method().equals(HttpMethod.GET)) {
                        visits.count(
                                open.hosted().seller().id(),
                                open.hosted().form().id());
                    }
                    return render(open, 200, FormErrors.NONE, null);
                })
                .onFailure(ctx::fail);
    }

    @Override
    public void submit(RoutingContext ctx) {
        FileForm sent = FileFormReader.isAnnounced(ctx.request())
                ? FileFormReader.of(ctx)
                : new FileForm(SubmittedForm.of(BodyReader.of(ctx)).values(), List.of(), List.of());
        open(ctx, SubmittedForm.of(sent.values()))
                .compose(open -> accept(open, sent))
                .onFailure(ctx::fail);
    }

    private Future<Open> open(RoutingContext ctx, SubmittedForm form) {
        return parts.forms().complete(PageDispatch.page(ctx)).map(hosted -> {
            boolean preview = parts.previews()
                    .isValid(
                            ctx,
                            hosted.seller(),
                            hosted.form().id(),
                            hosted.form().status());
            if (hosted.form().status() == PageStatus.DRAFT && !preview) {
                throw ApiError.notFound("Page");
            }
            Messages messages =
                    Messages.of(ctx.request().getParam("lang"), hosted.form().locale());
            Display display = Display.of(ctx, hosted.seller(), hosted.behavior());
            return new Open(
                    ctx,
                    DynamicTexts.apply(hosted, BuyerRequest.parameters(ctx)),
                    form,
                    messages,
                    preview ? display.asPreview() : display,
                    request.visitId(ctx, form),
                    tokens.newId(),
                    FormUploads.NONE);
        });
    }

    private Future<Void> accept(Open open, FileForm sent) {
        if (open.isClosed()) {
            return render(open, 409, FormErrors.NONE, null);
        }
        if (open.display().preview()) {
            return render(open, 409, FormErrors.NONE, open.messages().text("notice.form.preview"));
        }
        String formId;
        try {
            request.requireOwn(open.ctx(), open.form());
            formId = formId(open);
            takeTokens(open, sent);
        } catch (ApiError refused) {
            return refuse(open, refused);
        }
        HostedForm hosted = open.hosted();
        return FormUploads.kept(hosted, open.form(), tokens, formId)
                .receive(hosted, sent, parts.files(), parts.limits(), open.messages())
                .compose(uploads -> submit(open.as(formId, uploads)));
    }

    private String formId(Open open) {
        String id = tokens.formId(
                open.hosted().scope(),
                open.hosted().form().id(),
                open.visitId(),
                open.form().text(Inputs.FORM));
        if (id == null) {
            throw ApiError.forbidden("form_expired", "This form has expired. Load the page again.");
        }
        return id;
    }

    private void takeTokens(Open open, FileForm sent) {
        String address = request.address(open.ctx().request());
        if (address != null) {
            rateLimit.takeForm(address);
            if (!sent.files().isEmpty()) {
                rateLimit.takeFiles(address, sent.files().size());
            }
        }
    }

    private Future<Void> submit(Open open) {
        HostedForm hosted = open.hosted();
        List<Problem> problems = new ArrayList<>();
        Map<String, String> inputs = new LinkedHashMap<>();
        var answers = new AnswerReader(
                        hosted.form().fields(), open.form(), open.uploads().answered(), problems, inputs)
                .read();
        Answers given = Answers.of(hosted.form().fields(), answers, problems);
        if (!problems.isEmpty() || !open.uploads().errors().isEmpty()) {
            return renderProblems(open, inputs, problems);
        }
        SentForm sent = new SentForm(
                hosted.form().id(),
                open.formId(),
                answers,
                open.uploads().all(),
                request.visit(open.ctx(), open.form(), open.visitId()));
        return parts.submissions()
                .submit(hosted.scope(), sent)
                .compose(id -> confirm(open, id, given))
                .recover(failure -> {
                    if (failure instanceof ApiError error && error.status() == 400) {
                        return renderProblems(open, inputs, error.problems());
                    }
                    return failure instanceof ApiError error ? refuse(open, error) : Future.failedFuture(failure);
                });
    }

    private Future<Void> confirm(Open open, String submissionId, Answers given) {
        HostedForm hosted = open.hosted();
        RedirectAddress address = RedirectAddress.ofSubmission(
                submissionId, hosted.form().id(), given, BuyerRequest.parameters(open.ctx()));
        return parts.next()
                .of(hosted.seller(), hosted.behavior(), SubmissionPages.texts(hosted), address)
                .map(next -> {
                    if (next instanceof AfterPurchase.Leave leave) {
                        Shell shell = SubmissionPages.shell(
                                hosted,
                                open.messages(),
                                open.display(),
                                open.ctx().request().path(),
                                hosted.scope());
                        AfterPurchase.leave(open.ctx(), leave, shell);
                    } else {
                        String token = submitted.sign(hosted.scope(), submissionId);
                        ProductPages.redirect(
                                open.ctx(), SubmissionPages.path(hosted.seller().name(), token));
                    }
                    return null;
                });
    }

    /** Shows the form again with the reason; other failures become a page of their own. */
    private Future<Void> refuse(Open open, ApiError error) {
        String notice = error.status() == 403 ? "notice.form.expired" : NOTICES.get(error.code());
        if (notice == null) {
            return Future.failedFuture(error);
        }
        error.headers().forEach((name, value) -> open.ctx().response().putHeader(name, value));
        return render(open, error.status(), FormErrors.NONE, open.messages().text(notice));
    }

    private Future<Void> renderProblems(Open open, Map<String, String> inputs, List<Problem> problems) {
        FormErrors errors = FieldErrors.ofForm(
                open.messages(), open.hosted().form().fields(), open.form(), open.uploads(), inputs, problems);
        return render(open, 422, errors, null);
    }

    private Future<Void> render(Open open, int status, FormErrors errors, @Nullable String notice) {
        HostedForm hosted = open.hosted();
        String token = tokens.sign(hosted.scope(), hosted.form().id(), open.visitId(), open.formId());
        String shown = open.isClosed() ? open.messages().text("notice.form.closed") : notice;
        FormPageView view = new FormViews(hosted, open.messages(), open.display(), open.form(), errors)
                .build(
                        open.ctx().request().query(),
                        request.csrf(open.ctx(), open.visitId()),
                        token,
                        open.uploads().options(tokens, open.formId(), open.messages()),
                        shown);
        PageRenderer.send(open.ctx(), status, "form.jte", view, open.display().policy());
        return Future.succeededFuture();
    }
}
