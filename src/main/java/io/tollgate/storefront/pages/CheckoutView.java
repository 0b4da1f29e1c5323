package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageTexts.Image;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checkout page of a product.
 *
 * @param head null if the page is not public
 * @param action path that the form is sent to
 * @param formToken id of the form with its signature; null if the page takes no files
 * @param descriptionHtml cleaned
 * @param notice what the buyer needs to know before the form, such as that the product is sold out
 * @param openOrders links to the orders that the buyer can still pay
 * @param closed whether the page shows no form
 * @param prices the prices to choose from, by tab; one group without a label if there are no tabs; empty if there is
 *     only one price
 * @param discounts the volume discounts, as sentences
 * @param amount the input for a price that the buyer chooses; null if no price is
 */
public record CheckoutView(
        Shell shell,
        @Nullable PageHead head,
        String action,
        String csrf,
        @Nullable String formToken,
        String heading,
        @Nullable String descriptionHtml,
        List<Image> images,
        @Nullable String notice,
        List<OpenOrderLink> openOrders,
        boolean closed,
        @Nullable String pickerTitle,
        @Nullable ShortenedText pickerText,
        List<PriceGroup> prices,
        @Nullable String price,
        @Nullable String formerPrice,
        List<String> discounts,
        @Nullable FieldView amount,
        List<VariantView> variants,
        List<BumpView> bumps,
        List<FieldView> fields,
        @Nullable CouponView coupon,
        List<Choice> options,
        SummaryView summary,
        SubmitView submit,
        List<ErrorLink> errors) {

    /**
     * The prices of a tab. Without a script, their label is above them.
     *
     * @param first the price that the tab selects
     */
    public record PriceGroup(String name, @Nullable String label, String first, List<Choice> choices) {}

    /**
     * A radio button.
     *
     * @param detail text below the label
     * @param price formatted; null to show none
     * @param former the former price, struck through
     * @param badgeIcon SVG of an icon before the badge; null without one
     * @param free whether the buyer chooses the amount
     */
    public record Choice(
            String value,
            String label,
            @Nullable String detail,
            @Nullable String badge,
            @Nullable String badgeIcon,
            @Nullable String price,
            @Nullable String former,
            boolean free,
            boolean selected) {}

    /**
     * A variant with its options.
     *
     * @param type {@code radio}, {@code checkbox} or {@code number}
     * @param layout classes of the list of options
     * @param labelShown whether the name of the variant is shown, and not only read aloud
     * @param namesShown whether the names of the options are shown, and not only read aloud
     * @param collapsed whether the options are shown after a click
     * @param prices the ids of the prices with which it is offered, separated by spaces; empty for all
     */
    public record VariantView(
            String name,
            String label,
            String type,
            String layout,
            boolean labelShown,
            boolean namesShown,
            boolean collapsed,
            boolean required,
            String prices,
            List<OptionView> options,
            @Nullable String error,
            FieldView.@Nullable Condition condition) {}

    /**
     * @param value the quantity of an option with quantities
     * @param amount the input for the charge that the buyer chooses; null if it is fixed
     * @param soldOut whether nothing is left of it
     */
    public record OptionView(
            String id,
            String label,
            @Nullable String description,
            @Nullable String charge,
            @Nullable String former,
            @Nullable String imageUrl,
            boolean selected,
            String value,
            @Nullable FieldView amount,
            boolean soldOut) {}

    /** @param icon SVG; null without one */
    public record FeatureView(String text, @Nullable String icon) {}

    /**
     * An order bump.
     *
     * @param former the former price, struck through; null without one
     * @param image null without one
     * @param calloutHtml cleaned; null without a callout
     * @param calloutIcon SVG; null without one
     * @param quantity name of the input for its quantity; null if only one can be ordered
     */
    public record BumpView(
            String name,
            String heading,
            String title,
            @Nullable ShortenedText description,
            String price,
            @Nullable String former,
            @Nullable Image image,
            List<FeatureView> features,
            @Nullable String calloutHtml,
            @Nullable String calloutIcon,
            boolean selected,
            @Nullable String quantity,
            String quantityValue,
            List<VariantView> variants,
            @Nullable String error) {}

    /**
     * @param open whether the input is shown at once
     * @param applied whether the price contains the coupon
     */
    public record CouponView(
            String value,
            boolean open,
            boolean applied,
            @Nullable String error) {}

    /** A link of the error summary to the input with the error. */
    public record ErrorLink(String target, String label, String message) {}
}
