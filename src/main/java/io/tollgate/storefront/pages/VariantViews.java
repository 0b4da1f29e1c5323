package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.model.PageTexts.OptionContent;
import io.tollgate.catalog.model.PageTexts.Preselection;
import io.tollgate.catalog.model.PageTexts.VariantContent;
import io.tollgate.catalog.model.PageTexts.VariantLayout;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.tollgate.storefront.pages.CheckoutView.OptionView;
import io.tollgate.storefront.pages.CheckoutView.VariantView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the views of a product's variants. */
record VariantViews(Hosted hosted, Messages messages, SubmittedForm form, FormErrors errors, List<String> revealed) {
    /** @param owner prefix of the inputs; empty for the product of the page */
    List<VariantView> build(Product product, String owner) {
        return product.variants().stream()
                .filter(variant -> variant.isEnabled() && isShown(variant))
                .map(variant -> variant(product, owner, variant))
                .toList();
    }

    /** Returns whether a variant is shown: a hidden one only if the address of the page names it. */
    private boolean isShown(Variant variant) {
        return !variant.hidden() || revealed.contains(String.valueOf(variant.reference()));
    }

    private VariantView variant(Product product, String owner, Variant variant) {
        String name = owner + Inputs.variant(variant.id());
        VariantContent content =
                owner.isEmpty() ? hosted.content().variant(variant.id()).orElse(null) : null;
        VariantLayout layout = content == null || content.layout() == null ? VariantLayout.DEFAULT : content.layout();
        return new VariantView(
                name,
                variant.displayName(),
                switch (variant.selection()) {
                    case SINGLE -> "radio";
                    case MULTIPLE -> "checkbox";
                    case QUANTITY -> "number";
                },
                classes(layout),
                layout.showVariantName(),
                layout.showVariantOptionNames(),
                layout.collapseVariantOptions() && !form.isSubmitted(),
                product.variantsRequired() || variant.required(),
                String.join(" ", variant.priceIds()),
                variant.options().stream()
                        .filter(option -> variant.option(option.id()).isPresent())
                        .map(option -> option(name, variant, option, content))
                        .toList(),
                errors.of(name),
                condition(product, owner, variant));
    }

    private static String classes(VariantLayout layout) {
        List<String> classes = new ArrayList<>(List.of("options"));
        if ("grid".equals(layout.variantOptionLayout())) {
            classes.add("grid");
            classes.add("columns-" + Objects.requireNonNullElse(layout.variantOptionColumns(), 2));
        }
        if ("compact".equals(layout.spacing())) {
            classes.add("compact");
        }
        if ("center".equals(layout.textAlign())) {
            classes.add("center");
        } else if ("stack".equals(layout.textAlign())) {
            classes.add("stacked");
        }
        if (layout.imageSize() != null) {
            classes.add(layout.imageSize());
        }
        return String.join(" ", classes);
    }

    private static FieldView.@Nullable Condition condition(Product product, String owner, Variant variant) {
        ShowHideLogic logic = variant.showHideLogic();
        String trigger = logic == null ? null : logic.triggerId();
        if (logic == null || trigger == null) {
            return null;
        }
        String value = Objects.requireNonNullElse(logic.value(), "");
        String id = product.variants().stream()
                .filter(other -> other.id().equals(trigger))
                .map(other -> other.answerOf(value))
                .findFirst()
                .orElse(value);
        return FieldView.Condition.of(logic, owner + Inputs.variant(trigger), id);
    }

    private OptionView option(
            String name, Variant variant, Variant.Option option, @Nullable VariantContent variantContent) {
        OptionContent content = variantContent == null
                ? null
                : variantContent.options().stream()
                        .filter(one -> one.id().equals(option.id()))
                        .findFirst()
                        .orElse(null);
        Integer stock = content == null ? null : content.stock();
        VariantLayout layout = variantContent == null || variantContent.layout() == null
                ? VariantLayout.DEFAULT
                : variantContent.layout();
        Long former = content == null || !layout.showVariantOptionPrices() ? null : content.discountedFromPrice();
        String quantity = name + "." + option.id();
        return new OptionView(
                option.id(),
                Objects.requireNonNullElse(option.name(), ""),
                content == null ? null : content.description(),
                option.payWhatYouWant() || option.additionalChargeAmount() == 0 || !layout.showVariantOptionPrices()
                        ? null
                        : (layout.showVariantOptionPriceSign() ? "+" : "") + money(option.additionalChargeAmount()),
                former == null ? null : money(former),
                content == null || content.image() == null ? null : PictureSources.small(content.image()),
                isSelected(name, option, variantContent),
                variant.selection() == Selection.QUANTITY
                        ? Objects.requireNonNullElse(form.raw(quantity), first(option, variantContent))
                        : option.id(),
                option.payWhatYouWant() ? amount(name, option, content) : null,
                stock != null && stock <= 0);
    }

    private String money(long amount) {
        return messages.money(amount, hosted.page().currency());
    }

    private boolean isSelected(String name, Variant.Option option, @Nullable VariantContent content) {
        return form.isSubmitted() ? form.all(name).contains(option.id()) : isPreselected(option, content);
    }

    private static boolean isPreselected(Variant.Option option, @Nullable VariantContent content) {
        Preselection first = content == null ? null : content.preselect();
        return first != null && first.enabled() && option.id().equals(first.optionId());
    }

    private String first(Variant.Option option, @Nullable VariantContent content) {
        Preselection first = content == null ? null : content.preselect();
        return form.isSubmitted() || first == null || !isPreselected(option, content)
                ? "0"
                : String.valueOf(Objects.requireNonNullElse(first.quantity(), 1));
    }

    private FieldView amount(String name, Variant.Option option, @Nullable OptionContent content) {
        String input = name + Inputs.OPTION_AMOUNT + option.id();
        Long suggested = content == null ? null : content.pwywSuggestedPrice();
        String first = suggested == null || form.isSubmitted()
                ? ""
                : messages.entry(Currency.of(hosted.page().currency()).major(suggested));
        return new FieldView(
                input,
                "input",
                FieldView.MONEY,
                messages.text("price.amountOf", Objects.requireNonNullElse(option.name(), "")),
                messages.text("price.from", money(option.additionalChargeAmount())),
                null,
                Objects.requireNonNullElse(form.raw(input), first),
                false,
                null,
                null,
                null,
                List.of(),
                errors.of(input),
                null,
                List.of());
    }
}
