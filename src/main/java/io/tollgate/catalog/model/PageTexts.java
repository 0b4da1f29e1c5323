package io.tollgate.catalog.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a checkout page or an event shows besides what the rules read. Decoded from the same document.
 *
 * @param title the title that buyers see; null for the title of the product
 * @param descriptionHtml as the seller wrote it: not safe to show before it is cleaned
 * @param confirmationCheckoutMessage HTML, not cleaned
 * @param product empty for an event
 * @param googleIndex whether search engines may index the page
 */
public record PageTexts(
        @Nullable String title,
        @Nullable String descriptionHtml,
        List<Image> images,
        boolean googleIndex,
        boolean showCouponCodeField,
        @Nullable String showCouponCodeFieldType,
        boolean customizeCheckoutConfirmation,
        @Nullable String confirmationCheckoutTitle,
        @Nullable String confirmationCheckoutMessage,
        @Nullable Redirect redirect,
        ProductContent product,
        List<FieldContent> fields) {
    private static final ProductContent NO_PRODUCT =
            new ProductContent(null, List.of(), List.of(), null, List.of(), List.of(), null);

    /** Events have no product. */
    @SuppressWarnings("ConstantValue")
    public PageTexts {
        product = Objects.requireNonNullElse(product, NO_PRODUCT);
    }

    /**
     * An uploaded image.
     *
     * @param width in pixels; null if unknown
     */
    public record Image(
            @Nullable String url,
            @Nullable Integer width,
            @Nullable Integer height) {}

    /** Sends all visitors of the page to another address while it is enabled. */
    public record Redirect(boolean enabled, @Nullable String url) {}

    /**
     * @param description HTML, not cleaned
     * @param fileIds the files that buyers receive
     * @param stock the number left; null if unlimited
     */
    public record ProductContent(
            @Nullable String description,
            List<Image> media,
            List<PriceContent> prices,
            @Nullable PricePicker pricePicker,
            List<VariantContent> variants,
            List<String> fileIds,
            @Nullable Integer stock) {}

    /**
     * The texts above several prices.
     *
     * @param shortenDescription whether a long description is shortened until the buyer opens it
     */
    public record PricePicker(
            @Nullable String title, @Nullable String description, boolean shortenDescription) {}

    /** @param hidden whether the price is shown only if the page's address names it */
    public record PriceContent(
            @Nullable String id,
            @Nullable String reference,
            boolean hidden,
            @Nullable String badgeIcon) {}

    public record VariantContent(
            String id,
            @Nullable String reference,
            @Nullable Preselection preselect,
            @Nullable VariantLayout layout,
            List<OptionContent> options) {}

    /** How the options of a variant are arranged. The API gives each setting a value. */
    public record VariantLayout(
            @Nullable String variantOptionLayout,
            @Nullable Integer variantOptionColumns,
            boolean collapseVariantOptions,
            boolean showVariantName,
            boolean showVariantOptionNames,
            boolean showVariantOptionPrices,
            boolean showVariantOptionPriceSign,
            boolean showPwywPlaceholder,
            @Nullable String textAlign,
            @Nullable String spacing,
            @Nullable String imageSize) {
        public static final VariantLayout DEFAULT =
                new VariantLayout("list", 2, false, true, true, true, false, true, null, null, null);
    }

    /** The option that is selected at first. */
    public record Preselection(
            boolean enabled,
            @Nullable String optionId,
            @Nullable Integer quantity) {}

    /**
     * @param discountedFromPrice the former charge that buyers see, in minor units
     * @param stock the number left; null if unlimited
     */
    public record OptionContent(
            String id,
            @Nullable String description,
            @Nullable Long discountedFromPrice,
            @Nullable Long pwywSuggestedPrice,
            @Nullable Image image,
            List<String> fileIds,
            @Nullable Integer stock) {}

    /**
     * The texts and the first answer of a field.
     *
     * @param showSelectedDialCode whether a field for a phone number asks for the country, and shows its dial code
     */
    public record FieldContent(
            String id,
            @Nullable String description,
            @Nullable String placeholder,
            @Nullable OptionalValue defaultValue,
            @Nullable String defaultCountry,
            boolean collectShippingPhone,
            boolean showSelectedDialCode) {
        public @Nullable String initial() {
            return defaultValue != null && defaultValue.enabled() ? defaultValue.value() : null;
        }
    }

    /**
     * The texts of an order bump.
     *
     * @param preselected whether it is selected at first
     * @param hidden whether it is shown only if the page's address names it
     * @param shortenDescription whether a long short description is shortened until the buyer opens it
     */
    public record BumpContent(
            String productId, int order, boolean preselected, boolean hidden, boolean shortenDescription) {}

    /** The texts of a product that an order bump offers. */
    public record BumpProduct(
            String id,
            @Nullable String headingText,
            @Nullable String callToActionText,
            @Nullable String shortDescription,
            List<Feature> features,
            @Nullable String calloutText,
            @Nullable String calloutIcon,
            List<Image> media) {}

    /** A line of the list of what an order bump includes. */
    public record Feature(@Nullable String text, @Nullable String icon) {}

    /** Returns the texts with another title and description, unless they are null. */
    public PageTexts with(@Nullable String otherTitle, @Nullable String otherDescription) {
        return new PageTexts(
                otherTitle == null ? title : otherTitle,
                otherDescription == null ? descriptionHtml : otherDescription,
                images,
                googleIndex,
                showCouponCodeField,
                showCouponCodeFieldType,
                customizeCheckoutConfirmation,
                confirmationCheckoutTitle,
                confirmationCheckoutMessage,
                redirect,
                product,
                fields);
    }

    public Optional<FieldContent> field(String id) {
        return fields.stream().filter(field -> field.id().equals(id)).findFirst();
    }

    public Optional<VariantContent> variant(String id) {
        return product.variants.stream()
                .filter(variant -> variant.id().equals(id))
                .findFirst();
    }

    public Optional<PriceContent> price(@Nullable String id) {
        return product.prices.stream()
                .filter(price -> id != null && id.equals(price.id()))
                .findFirst();
    }
}
