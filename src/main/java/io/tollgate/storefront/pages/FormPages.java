package io.tollgate.storefront.pages;

import io.tollgate.catalog.form.HostedForms;
import io.tollgate.catalog.form.HostedForms.HostedForm;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.FileFormReader.FileForm;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.submission.FormSubmissions;
import io.tollgate.sales.submission.FormSubmissions.SentForm;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forms that visitors submit: shows them and stores submissions, with files. */
record FormPages(
        Parts parts,
        FormTokens tokens,
        FileForms files,
        RecordTokens submitted,
        BuyerRequest request,
        BuyerRateLimit rateLimit)
        implements HostedPageType<HostedForm> {
    private static final String EXPIRED = "notice.form.expired";

    /** The messages that tell visitors why their form was not taken. */
    private static final Map<String, String> NOTICES = Map.of(
            "already_submitted",
            "notice.form.once",
            "page_closed",
            "notice.form.closed",
            "page_changed",
            EXPIRED,
            "storage_quota_exceeded",
            "notice.form.noSpace",
            "rate_limited",
            "notice.form.tooMany");

    /**
     * What forms have, and orders do not.
     *
     * @param publicUrl the address at which visitors reach Tollgate, without a trailing slash
     */
    record Parts(HostedForms forms, FormSubmissions submissions, AfterPurchase next, String publicUrl) {}

    /** A form with its id and the files that were uploaded for it. */
    private record Draft(PageRequest<HostedForm> open, String formId, FormUploads uploads) {
        HostedForm hosted() {
            return open.hosted();
        }

        SubmittedForm form() {
            return open.form();
        }
    }

    @Override
    public PageKind kind() {
        return PageKind.FORM;
    }

    @Override
    public Future<HostedForm> complete(FoundPage found, OpenOrders own) {
        return parts.forms().complete(found);
    }

    @Override
    public HostedForm addressed(HostedForm hosted, Map<String, String> parameters) {
        return DynamicTexts.apply(hosted, parameters);
    }

    @Override
    public String previewNotice() {
        return "notice.form.preview";
    }

    @Override
    public String expiredNotice() {
        return EXPIRED;
    }

    @Override
    public boolean rejectsWhenArchived() {
        return true;
    }

    @Override
    public @Nullable Summary<HostedForm> summary() {
        return null;
    }

    @Override
    public Future<Void> accept(PageRequest<HostedForm> open) {
        FileForm sent = FileForms.sent(open);
        String formId;
        try {
            formId = formId(open);
            takeTokens(open, sent);
            rateLimit.takePage(open.hosted().scope(), open.hosted().page().id());
            if (open.hosted().page().isLimited()) {
                rateLimit.takeOnce(
                        request.address(open.ctx().request()),
                        open.hosted().page().id());
            }
        } catch (ApiError refused) {
            return refuse(draft(open), refused);
        }
        HostedForm hosted = open.hosted();
        FormUploads kept = FormUploads.kept(hosted, open.form(), tokens, formId);
        return files.receive(open, sent, kept)
                .compose(
                        uploads -> submit(new Draft(open, formId, uploads)),
                        failure -> failure instanceof ApiError error
                                ? refuse(new Draft(open, formId, kept), error)
                                : Future.failedFuture(failure));
    }

    private Draft draft(PageRequest<HostedForm> open) {
        return new Draft(open, tokens.newId(), FormUploads.NONE);
    }

    /** Returns the form that the visitor sent, with the files that it keeps; a new one if none was sent. */
    private Draft current(PageRequest<HostedForm> open) {
        String id = sentId(open);
        return id == null ? draft(open) : new Draft(open, id, FormUploads.kept(open.hosted(), open.form(), tokens, id));
    }

    private @Nullable String sentId(PageRequest<HostedForm> open) {
        return tokens.formId(
                open.hosted().scope(),
                open.hosted().page().id(),
                open.visitId(),
                open.form().text(Inputs.FORM));
    }

    private String formId(PageRequest<HostedForm> open) {
        String id = sentId(open);
        if (id == null) {
            throw ApiError.forbidden("form_expired", "This form has expired. Load the page again.");
        }
        return id;
    }

    private void takeTokens(PageRequest<HostedForm> open, FileForm sent) {
        String address = request.address(open.ctx().request());
        if (address != null) {
            rateLimit.takeForm(address);
        }
        files.takeTokens(open, sent);
    }

    private Future<Void> submit(Draft draft) {
        HostedForm hosted = draft.hosted();
        List<Problem> problems = new ArrayList<>();
        Map<String, String> inputs = new LinkedHashMap<>();
        var answers = new AnswerReader(
                        hosted.page().fields(),
                        draft.form(),
                        draft.open().messages().numbers(),
                        draft.uploads().byField(),
                        problems,
                        inputs)
                .read();
        Answers given = Answers.of(hosted.page().fields(), answers, problems);
        if (!problems.isEmpty() || !draft.uploads().errors().isEmpty()) {
            return renderProblems(draft, inputs, problems);
        }
        try {
            BuyerRateLimit.emails(hosted.page().fields(), answers)
                    .forEach(email -> rateLimit.takeEmail(hosted.scope(), email));
        } catch (ApiError refused) {
            return refuse(draft, refused);
        }
        SentForm sent = new SentForm(
                hosted.page().id(),
                draft.formId(),
                answers,
                request.visit(draft.open().ctx(), draft.form(), draft.open().visitId()));
        return parts.submissions()
                .submit(hosted.scope(), sent)
                .compose(id -> confirm(draft, id, given))
                .recover(failure -> {
                    if (failure instanceof ApiError error && error.status() == 400) {
                        return renderProblems(draft, inputs, error.problems());
                    }
                    return failure instanceof ApiError error ? refuse(draft, error) : Future.failedFuture(failure);
                });
    }

    private Future<Void> confirm(Draft draft, String submissionId, Answers given) {
        HostedForm hosted = draft.hosted();
        RedirectAddress address = RedirectAddress.ofSubmission(
                submissionId,
                hosted.page().id(),
                given,
                BuyerRequest.parameters(draft.open().ctx()));
        return parts.next()
                .of(hosted.seller(), hosted.behavior(), SubmissionPages.texts(hosted), address)
                .map(next -> {
                    if (next instanceof AfterPurchase.Leave leave) {
                        Shell shell = SubmissionPages.shell(
                                hosted,
                                draft.open().messages(),
                                draft.open().display(),
                                draft.open().ctx().request().path(),
                                hosted.scope());
                        AfterPurchase.leave(draft.open().ctx(), leave, shell);
                    } else {
                        String token = submitted.sign(hosted.scope(), submissionId);
                        PageRenderer.redirect(
                                draft.open().ctx(),
                                SubmissionPages.path(hosted.seller().name(), token));
                    }
                    return null;
                });
    }

    /** Shows the form again with the reason; other failures become a page of their own. */
    private Future<Void> refuse(Draft draft, ApiError error) {
        String notice = error.status() == 403 ? EXPIRED : NOTICES.get(error.code());
        if (notice == null) {
            return Future.failedFuture(error);
        }
        error.headers().forEach((name, value) -> draft.open().ctx().response().putHeader(name, value));
        // The next form gets another id, because files of this one may be part of a submission already.
        Draft next = notice.equals(EXPIRED) ? draft(draft.open()) : draft;
        return render(
                next, error.status(), FormErrors.NONE, draft.open().messages().text(notice));
    }

    private Future<Void> renderProblems(Draft draft, Map<String, String> inputs, List<Problem> problems) {
        FormErrors errors = FieldErrors.ofForm(
                draft.open().messages(),
                draft.hosted().page().fields(),
                draft.form(),
                draft.uploads(),
                inputs,
                problems);
        return render(draft, 422, errors, null);
    }

    @Override
    public Future<Void> render(PageRequest<HostedForm> open, int status, FormErrors errors, @Nullable String notice) {
        return render(current(open), status, errors, notice);
    }

    private @Nullable PageHead head(PageRequest<HostedForm> open) {
        HostedForm stored = open.stored();
        return PageHead.of(
                open,
                parts.publicUrl(),
                stored.texts().descriptionHtml(),
                stored.texts().images(),
                url -> null);
    }

    private Future<Void> render(Draft draft, int status, FormErrors errors, @Nullable String notice) {
        PageRequest<HostedForm> open = draft.open();
        HostedForm hosted = open.hosted();
        boolean closed = open.isArchived();
        FormPageView view = new FormViews(hosted, open.messages(), open.form(), errors)
                .build(
                        open.shell(),
                        head(open),
                        open.action(),
                        request.csrf(open.ctx(), open.visitId()),
                        tokens.sign(hosted.scope(), hosted.page().id(), open.visitId(), draft.formId()),
                        draft.uploads().options(tokens, draft.formId(), open.messages()),
                        closed ? open.messages().text("notice.form.closed") : notice,
                        closed);
        PageRenderer.send(open.ctx(), status, "form.jte", view, open.display().policy());
        return Future.succeededFuture();
    }
}
