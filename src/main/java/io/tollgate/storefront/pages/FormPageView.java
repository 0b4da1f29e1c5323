package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.storefront.pages.CheckoutView.ErrorLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A form that visitors fill in.
 *
 * @param head null if the page is not public
 * @param action path that the form is sent to
 * @param token id of the form with its signature
 * @param takesFiles whether the form is sent with files
 * @param descriptionHtml cleaned
 * @param notice what the visitor needs to know before the form; null for nothing
 * @param closed whether the page shows no form
 */
public record FormPageView(
        Shell shell,
        @Nullable PageHead head,
        String action,
        String csrf,
        String token,
        boolean takesFiles,
        String heading,
        @Nullable String descriptionHtml,
        List<Image> images,
        @Nullable String notice,
        boolean closed,
        List<FieldView> fields,
        List<ErrorLink> errors) {}
