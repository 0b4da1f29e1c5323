package io.tollgate.storefront;

import io.tollgate.catalog.BuyerField;
import io.tollgate.catalog.PageStatus;
import io.tollgate.form.HostedForms.HostedForm;
import io.tollgate.storefront.CheckoutView.ErrorLink;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the view of a form from the page and the answers that were sent. */
record FormViews(HostedForm hosted, Messages messages, Display display, SubmittedForm form, FormErrors errors) {
    /**
     * @param query of the address, which the submission records; null without one
     * @param uploads the files that were uploaded before, by the id of their field
     * @param notice what the visitor needs to know before the form; null for nothing
     */
    FormPageView build(
            @Nullable String query,
            String csrf,
            String token,
            Map<String, List<FieldView.Option>> uploads,
            @Nullable String notice) {
        String path = "/s/" + hosted.seller().name() + "/" + hosted.form().slug();
        boolean published = hosted.form().status() == PageStatus.PUBLISHED;
        Shell shell = new Shell(
                messages,
                hosted.form().displayTitle(),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                path,
                hosted.form().testmode(),
                hosted.texts().googleIndex() && published && !display.embedded(),
                null,
                display);
        List<BuyerField> fields = hosted.form().fields();
        FieldView.Builder views = new FieldView.Builder(messages, form, errors, fields, uploads);
        return new FormPageView(
                shell,
                query == null ? path : path + "?" + query,
                csrf,
                token,
                hosted.form().takesFiles(),
                hosted.form().displayTitle(),
                SellerHtml.clean(hosted.texts().descriptionHtml()),
                hosted.texts().images().stream()
                        .filter(image -> image.url() != null)
                        .toList(),
                notice,
                !published && !display.preview(),
                fields.stream()
                        .map(field -> views.build(
                                field, hosted.texts().field(field.id()).orElse(null)))
                        .toList(),
                links(fields));
    }

    private List<ErrorLink> links(List<BuyerField> fields) {
        return errors.byInput().entrySet().stream()
                .map(error -> {
                    BuyerField field = FieldErrors.field(fields, error.getKey());
                    return new ErrorLink(
                            "f-" + error.getKey().replace('.', '-'),
                            field == null
                                    ? ""
                                    : field.label()
                                            + new AddressViews(messages, form, errors).label(error.getKey())
                                            + " – ",
                            error.getValue());
                })
                .toList();
    }
}
