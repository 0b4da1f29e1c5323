package io.tollgate.storefront.pages;

import io.tollgate.catalog.form.HostedForms.HostedForm;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.storefront.pages.CheckoutView.ErrorLink;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the view of a form from the page and the answers that were sent. */
record FormViews(HostedForm hosted, Messages messages, SubmittedForm form, FormErrors errors) {
    /**
     * @param action the address that the form is sent to
     * @param uploads the files that were uploaded before, by the id of their field
     * @param notice what the visitor needs to know before the form; null for nothing
     * @param closed whether the page takes no forms now
     */
    FormPageView build(
            Shell shell,
            @Nullable PageHead head,
            String action,
            String csrf,
            String token,
            Map<String, List<FieldView.Option>> uploads,
            @Nullable String notice,
            boolean closed) {
        List<BuyerField> fields = hosted.page().fields();
        String country = PhoneCountry.of(hosted.page().locale(), hosted.seller().country());
        FieldView.Builder views = new FieldView.Builder(messages, form, errors, fields, uploads, country);
        return new FormPageView(
                shell,
                head,
                action,
                csrf,
                token,
                hosted.page().takesFiles(),
                hosted.heading(),
                SellerHtml.clean(hosted.texts().descriptionHtml()),
                hosted.texts().images().stream()
                        .filter(image -> image.url() != null)
                        .toList(),
                notice,
                closed,
                fields.stream()
                        .map(field -> views.build(
                                field, hosted.texts().field(field.id()).orElse(null)))
                        .toList(),
                links(fields));
    }

    private List<ErrorLink> links(List<BuyerField> fields) {
        return errors.byInput().entrySet().stream()
                .sorted(Comparator.comparingInt(error -> {
                    BuyerField field = FieldErrors.field(fields, error.getKey());
                    return field == null ? fields.size() : fields.indexOf(field);
                }))
                .map(error -> {
                    BuyerField field = FieldErrors.field(fields, error.getKey());
                    return new ErrorLink(
                            "f-" + error.getKey().replace('.', '-'),
                            field == null
                                    ? ""
                                    : FieldErrors.label(messages, field)
                                            + new AddressViews(messages, form, errors).label(error.getKey())
                                            + " – ",
                            error.getValue());
                })
                .toList();
    }
}
