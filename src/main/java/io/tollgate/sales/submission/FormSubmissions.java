package io.tollgate.sales.submission;

import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.model.Form;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.SubmissionWriter;
import io.tollgate.sales.purchase.SubmissionWriter.SubmissionContent;
import io.tollgate.sales.purchase.Visit;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes submissions of hosted forms, with their customers, files and messages, and finds them later. */
public record FormSubmissions(WriteExecutor writes, CatalogReader catalog, UploadRecords uploads) {
    private static final String FIND_FORM =
            "SELECT submission_id FROM submitted_form WHERE seller_id = $1 AND livemode = $2 AND id = $3";

    private static final String INSERT_FORM = """
            INSERT INTO submitted_form (seller_id, livemode, id, submission_id, page_id, email, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """;

    private static final String FIND_OF_CUSTOMER = """
            SELECT id FROM submission
            WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 AND page_id = $4 LIMIT 1
            """;

    private static final int KEY_BYTES = 12;

    private static final String FIND_PAGE =
            "SELECT page_id FROM submission WHERE seller_id = $1 AND livemode = $2 AND id = $3";

    /**
     * A form as a visitor submitted it, before validation.
     *
     * @param formId id of the form as it was shown; sent again with the same answers, it does not become another
     *     submission
     */
    public record SentForm(String pageId, String formId, List<SubmittedAnswer> answers, Visit visit) {

        /**
         * Returns what is submitted once: the form with these answers. A visitor who goes back and changes an answer
         * sends something else. Files count by their names, types and sizes, because each upload has an id of its own.
         */
        String key() {
            MessageDigest digest = Sha256.digest();
            digest.update(formId.getBytes(StandardCharsets.UTF_8));
            answers.forEach(
                    answer -> digest.update(answer.withoutFileIds().toString().getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest(), 0, KEY_BYTES);
        }
    }

    /**
     * Writes a submission and returns its id, or returns the id of the submission that the form has become before.
     *
     * @throws ApiError 400 with all problems of the answers; 409 if the form takes no submission, or none of this
     *     customer, or if another submission has one of its files
     */
    public Future<String> submit(Scope scope, SentForm sent) {
        return writes.run(
                scope,
                write -> find(write, sent)
                        .compose(found -> found != null ? Future.succeededFuture(found) : create(write, sent)));
    }

    private static Future<@Nullable String> find(WriteContext write, SentForm sent) {
        return first(write, FIND_FORM, scoped(write).addString(sent.key()));
    }

    private static Tuple scoped(WriteContext write) {
        return Tuple.of(write.scope().sellerId(), write.scope().live());
    }

    private static Future<@Nullable String> first(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            for (Row row : rows) {
                return row.getString(0);
            }
            return null;
        });
    }

    private Future<String> create(WriteContext write, SentForm sent) {
        return catalog.form(write, sent.pageId()).compose(form -> {
            requireOpen(form, write.scope());
            List<Problem> problems = new ArrayList<>();
            Answers answers = Answers.of(Objects.requireNonNull(form).fields(), sent.answers(), problems);
            if (!problems.isEmpty()) {
                throw ApiError.invalid(problems);
            }
            String id = write.newId();
            Buyer buyer = new Buyer(answers);
            return claim(write, sent, form, id, buyer)
                    .compose(claimed -> claimed ? insert(write, sent, form, id, answers) : former(write, sent));
        });
    }

    private static void requireOpen(@Nullable Form form, Scope scope) {
        if (form == null) {
            throw ApiError.notFound("Page");
        }
        if (form.status() != PageStatus.PUBLISHED) {
            throw ApiError.conflict("page_closed", "This form takes no submissions any more.");
        }
        if (form.testmode() == scope.live()) {
            throw ApiError.conflict("page_changed", "The test mode of this form has changed. Load it again.");
        }
    }

    /**
     * Claims the form, and the customer's only submission if the form takes one. Waits for a concurrent claim.
     *
     * @return false if another transaction has claimed it
     */
    private static Future<Boolean> claim(WriteContext write, SentForm sent, Form form, String id, Buyer buyer) {
        Tuple values = scoped(write)
                .addString(sent.key())
                .addString(id)
                .addString(form.id())
                .addString(form.isLimited() ? buyer.email() : null)
                .addOffsetDateTime(write.now().atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(INSERT_FORM).execute(values).map(rows -> rows.rowCount() == 1);
    }

    /** Returns the submission that a concurrent request has made of the same form. */
    private static Future<String> former(WriteContext write, SentForm sent) {
        return find(write, sent)
                .compose(found ->
                        found == null ? Future.failedFuture(alreadySubmitted()) : Future.succeededFuture(found));
    }

    private static ApiError alreadySubmitted() {
        return ApiError.conflict("already_submitted", "This customer has already submitted the form.");
    }

    private Future<String> insert(WriteContext write, SentForm sent, Form form, String id, Answers answers) {
        Buyer buyer = new Buyer(answers);
        return BuyerCustomer.of(write, buyer)
                .compose(customer -> requireFirst(write, form, customer).map(customer))
                .compose(customer -> requireOwnFiles(write, answers).map(customer))
                .compose(customer -> uploads.submit(write, answers.files(), id)
                        .compose(attached -> write.insert(
                                write.scope(),
                                Submissions.RESOURCE,
                                SubmissionWriter.write(new SubmissionContent(
                                        write.scope(),
                                        id,
                                        true,
                                        customer,
                                        form,
                                        answers,
                                        buyer,
                                        sent.visit(),
                                        write.now())))))
                .onSuccess(written -> {
                    MailOutbox.enqueue(write, MailPurpose.FORM_CONFIRMATION, id);
                    MailOutbox.enqueue(write, MailPurpose.FORM_NOTIFICATION, id);
                })
                .map(id);
    }

    /** Rejects a customer with a submission from before the form took one per customer. */
    private static Future<Void> requireFirst(WriteContext write, Form form, String customerId) {
        if (!form.isLimited()) {
            return Future.succeededFuture();
        }
        return first(
                        write,
                        FIND_OF_CUSTOMER,
                        scoped(write).addString(customerId).addString(form.id()))
                .compose(found -> found == null ? Future.succeededFuture() : Future.failedFuture(alreadySubmitted()));
    }

    /** Rejects uploads that have become part of the submission of the same form with other answers. */
    private Future<Void> requireOwnFiles(WriteContext write, Answers answers) {
        return uploads.areSubmitted(write, answers.files())
                .compose(attached -> attached
                        ? Future.failedFuture(ApiError.conflict("page_changed", "The files were submitted before."))
                        : Future.succeededFuture());
    }

    /** Returns the id of the form of a submission; null if there is no such submission. */
    public Future<@Nullable String> pageOf(Scope scope, String submissionId) {
        return writes.run(scope, write -> first(write, FIND_PAGE, scoped(write).addString(submissionId)));
    }
}
