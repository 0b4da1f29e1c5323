package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.FileFormReader;
import io.tollgate.platform.input.FileFormReader.FileForm;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * Receives the forms of pages with file fields.
 *
 * @param reader reads forms with files
 */
record FileForms(
        FormTokens tokens,
        BuyerFiles files,
        FormUploads.Limits limits,
        FileFormReader reader,
        BuyerRateLimit rateLimit,
        BuyerRequest request) {
    /** Reads the body of a form: pages without file fields take no files. */
    void read(RoutingContext ctx, FoundPage page, Handler<RoutingContext> usual) {
        boolean sent = FileFormReader.isAnnounced(ctx.request()) && page.takesFiles();
        (sent ? reader : usual).handle(ctx);
    }

    /** Decodes a form that was read. The reader of files has decoded its values already. */
    static SubmittedForm decode(RoutingContext ctx) {
        return FileFormReader.isAnnounced(ctx.request())
                ? SubmittedForm.of(FileFormReader.of(ctx).values())
                : SubmittedForm.of(BodyReader.of(ctx));
    }

    /** Returns the form with the files that were sent. */
    static FileForm sent(PageRequest<?> open) {
        return FileFormReader.isAnnounced(open.ctx().request())
                ? FileFormReader.of(open.ctx())
                : new FileForm(open.form().values(), List.of(), List.of());
    }

    /** Takes the tokens of the files that were sent, or fails with 429. */
    void takeTokens(PageRequest<?> open, FileForm sent) {
        String address = request.address(open.ctx().request());
        if (address != null && !sent.files().isEmpty()) {
            rateLimit.takeFiles(address, sent.files().size());
        }
    }

    /** Stores the files that were sent and adds them to those that were uploaded before. */
    Future<FormUploads> receive(PageRequest<?> open, FileForm sent, FormUploads kept) {
        return kept.receive(open.hosted(), sent, files, limits, open.messages());
    }

    /** Returns the id of the form of an order; that of a new one if none was sent, or one of another page or mode. */
    private String orderForm(VisitedPage hosted, SubmittedForm form) {
        String sent = tokens.orderForm(hosted.scope(), hosted.page().id(), form.text(Inputs.FORM));
        return sent == null ? tokens.newId() : sent;
    }

    /** Returns the files that the form of an order names. */
    FormUploads ofOrder(VisitedPage hosted, SubmittedForm form) {
        return hosted.page().takesFiles()
                ? FormUploads.ofOrder(hosted, form, tokens, orderForm(hosted, form))
                : FormUploads.NONE;
    }

    /** Returns the request with those of its uploads that can still be ordered. Others are asked for again. */
    <P extends VisitedPage> Future<PageRequest<P>> usable(PageRequest<P> open) {
        FormUploads named = ofOrder(open.hosted(), open.form());
        return named.all().isEmpty()
                ? Future.succeededFuture(open)
                : files.usable(open.hosted().scope(), named.all())
                        .map(usable -> open.with(withUploads(open.hosted(), open.form(), named.retain(usable))));
    }

    /**
     * A form of an order whose files are stored, so that it names them.
     *
     * @param uploads with the problems of files that were not accepted
     */
    record Received<P extends VisitedPage>(PageRequest<P> open, FormUploads uploads) {}

    /**
     * Stores the files that were sent with an order.
     *
     * @return a future that fails with 429 or 409 if they are too many or too large for the seller
     */
    <P extends VisitedPage> Future<Received<P>> receiveOrder(PageRequest<P> request) {
        FileForm sent = sent(request);
        if (!request.hosted().page().takesFiles()) {
            return Future.succeededFuture(new Received<>(request, FormUploads.NONE));
        }
        return usable(request).compose(open -> {
            takeTokens(open, sent);
            SubmittedForm form = open.form();
            return receive(open, sent, ofOrder(open.hosted(), form))
                    .map(uploads -> new Received<>(open.with(withUploads(open.hosted(), form, uploads)), uploads));
        });
    }

    /** Returns the form with its uploads, bound to the id that it keeps, as a page that is shown again carries them. */
    private SubmittedForm withUploads(VisitedPage hosted, SubmittedForm form, FormUploads uploads) {
        String id = orderForm(hosted, form);
        SubmittedForm named = form.with(
                Inputs.FORM,
                List.of(tokens.signOrder(hosted.scope(), hosted.page().id(), id)));
        for (var entry : uploads.byField().entrySet()) {
            List<String> signed = entry.getValue().stream()
                    .map(upload -> tokens.sign(id, entry.getKey(), upload))
                    .toList();
            named = named.with(Inputs.upload(entry.getKey()), signed);
        }
        return named;
    }

    /** Returns what the page of an order shows of its uploads. */
    UploadsView view(PageRequest<?> open) {
        VisitedPage hosted = open.hosted();
        if (!hosted.page().takesFiles()) {
            return UploadsView.NONE;
        }
        String id = orderForm(hosted, open.form());
        return new UploadsView(
                tokens.signOrder(hosted.scope(), hosted.page().id(), id),
                FormUploads.ofOrder(hosted, open.form(), tokens, id).options(tokens, id, open.messages()));
    }
}
