package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.input.FileFormReader.FileForm;
import io.tollgate.platform.input.SentFile;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The files of a form: those that were uploaded before, and those that were sent now.
 *
 * @param byField the uploads by the id of their field
 * @param errors what is wrong with files that were not accepted, by input
 */
record FormUploads(Map<String, List<BuyerUpload>> byField, Map<String, String> errors) {
    static final FormUploads NONE = new FormUploads(Map.of(), Map.of());

    /**
     * The limits of the files of one form.
     *
     * @param bytes of all files together
     */
    record Limits(int files, long bytes) {}

    /** Returns the files that were uploaded before and are still selected. */
    static FormUploads kept(VisitedPage hosted, SubmittedForm form, FormTokens tokens, String formId) {
        return kept(hosted, form, (field, token) -> tokens.upload(formId, field, token));
    }

    /** Returns the files of an order that were uploaded before and are still selected. They may be gone. */
    static FormUploads ofOrder(VisitedPage hosted, SubmittedForm form, FormTokens tokens, String formId) {
        return kept(hosted, form, (field, token) -> tokens.uploadOfAnyAge(formId, field, token));
    }

    private static FormUploads kept(
            VisitedPage hosted, SubmittedForm form, BiFunction<String, String, @Nullable BuyerUpload> upload) {
        Map<String, List<BuyerUpload>> byField = new LinkedHashMap<>();
        for (BuyerField field : hosted.page().fields()) {
            if (field.element() == Element.FILE) {
                List<BuyerUpload> uploads = new ArrayList<>();
                for (String token : form.all(Inputs.upload(field.id()))) {
                    BuyerUpload found = upload.apply(field.id(), token);
                    if (found != null && !uploads.contains(found)) {
                        uploads.add(found);
                    }
                }
                byField.put(field.id(), uploads);
            }
        }
        return new FormUploads(byField, new LinkedHashMap<>());
    }

    /** Stores the files that were sent, one after the other, and adds them. */
    Future<FormUploads> receive(VisitedPage hosted, FileForm sent, BuyerFiles files, Limits limits, Messages messages) {
        for (String input : sent.skipped()) {
            errors.put(input, messages.text("error.file.count", limits.files()));
        }
        Future<FormUploads> done = Future.succeededFuture(this);
        for (SentFile file : sent.files()) {
            BuyerField field = FieldErrors.field(hosted.page().fields(), file.input());
            if (field == null || !field.takesFiles()) {
                continue;
            }
            done = done.compose(before -> {
                String problem = problem(field, file, limits, messages);
                if (problem != null) {
                    errors.putIfAbsent(file.input(), problem);
                    return Future.succeededFuture(this);
                }
                return files.store(hosted.scope(), file).map(upload -> add(field, upload));
            });
        }
        return done;
    }

    private @Nullable String problem(BuyerField field, SentFile file, Limits limits, Messages messages) {
        List<BuyerUpload> others = byField.entrySet().stream()
                .filter(entry -> !isReplaced(field) || !entry.getKey().equals(field.id()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
        long bytes = others.stream().mapToLong(BuyerUpload::size).sum();
        if (BuyerFiles.nameProblem(file.name()) != null) {
            return messages.text("error.file.name");
        } else if (file.tooLarge()) {
            return messages.text("error.file.size", messages.size(BuyerFiles.BYTES_MAX));
        } else if (others.size() >= limits.files()) {
            return messages.text("error.file.count", limits.files());
        }
        return bytes + file.size() > limits.bytes()
                ? messages.text("error.file.total", messages.size(limits.bytes()))
                : null;
    }

    /** Returns whether a new file replaces the former one, because the field takes one only. */
    private static boolean isReplaced(BuyerField field) {
        return field.filesMax() == 1;
    }

    private FormUploads add(BuyerField field, BuyerUpload upload) {
        List<BuyerUpload> uploads = byField.computeIfAbsent(field.id(), any -> new ArrayList<>());
        if (isReplaced(field)) {
            uploads.clear();
        }
        uploads.add(upload);
        return this;
    }

    /** Returns the files of these uploads only. */
    FormUploads retain(List<BuyerUpload> usable) {
        Map<String, List<BuyerUpload>> retained = new LinkedHashMap<>();
        byField.forEach((id, uploads) -> {
            List<BuyerUpload> rest = new ArrayList<>(uploads);
            rest.retainAll(usable);
            retained.put(id, rest);
        });
        return new FormUploads(retained, errors);
    }

    List<BuyerUpload> all() {
        return byField.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the files as the form shows them again. */
    Map<String, List<FieldView.Option>> options(FormTokens tokens, String formId, Messages messages) {
        Map<String, List<FieldView.Option>> options = new LinkedHashMap<>();
        byField.forEach((id, uploads) -> options.put(
                id,
                uploads.stream()
                        .map(upload -> new FieldView.Option(
                                tokens.sign(formId, id, upload),
                                upload.name() + " (" + messages.size(upload.size()) + ")",
                                true))
                        .toList()));
        return options;
    }
}
