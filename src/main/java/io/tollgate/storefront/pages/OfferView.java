package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageTexts.Image;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page that offers another page after a purchase.
 *
 * @param lead says that the first order is complete
 * @param title of what is offered
 * @param descriptionHtml the seller's description, cleaned; null without one
 * @param charge says what is charged to which card; null if nothing is charged now
 * @param total what the buyer pays now, in minor units
 */
public record OfferView(
        Shell shell,
        String lead,
        String title,
        @Nullable String descriptionHtml,
        List<Image> images,
        SummaryView summary,
        String action,
        String csrf,
        long total,
        @Nullable String charge,
        String accept) {}
