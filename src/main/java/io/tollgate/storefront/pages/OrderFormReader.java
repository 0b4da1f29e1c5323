package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.RequestedBump;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.RequestedVariant;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.checkout.OrderForm;
import io.tollgate.sales.purchase.Visit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads an order from the inputs of a checkout page. Inputs that are not numbers where numbers are expected become
 * problems; everything else is for the rules of the order to judge.
 */
final class OrderFormReader {
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,7}");

    private final Hosted hosted;
    private final SubmittedForm form;
    private final NumberReader numbers;
    private final Map<String, List<BuyerUpload>> files;
    private final List<Problem> problems = new ArrayList<>();

    /** The input of the form for each parameter of an order, such as {@code fields[2]}. */
    private final Map<String, String> inputs = new LinkedHashMap<>();

    /**
     * An order as it was submitted.
     *
     * @param problems inputs that cannot be read
     * @param inputs the input of the form for the beginning of each parameter that a problem can name
     * @param isPriced whether what determines the price could be read; the answers to the fields do not
     */
    record Read(OrderForm order, List<Problem> problems, Map<String, String> inputs, boolean isPriced) {}

    private OrderFormReader(
            Hosted hosted, SubmittedForm form, NumberReader numbers, Map<String, List<BuyerUpload>> files) {
        this.files = files;
        this.hosted = hosted;
        this.form = form;
        this.numbers = numbers;
    }

    static Read read(
            HostedPage hosted,
            SubmittedForm form,
            NumberReader numbers,
            Map<String, List<BuyerUpload>> files,
            Visit visit) {
        OrderFormReader reader = new OrderFormReader(hosted, form, numbers, files);
        reader.requireOffered();
        RequestedProduct product = reader.product(hosted.page().product());
        List<RequestedBump> bumps = reader.bumps();
        boolean priced = reader.problems.isEmpty();
        OrderForm order = new OrderForm.ProductForm(
                product,
                bumps,
                reader.coupon(),
                reader.answers(),
                reader.option().manualType(),
                reader.option().isDeposit(),
                visit,
                null);
        return new Read(order, reader.problems, reader.inputs, priced);
    }

    static Read read(
            HostedEvent hosted,
            SubmittedForm form,
            NumberReader numbers,
            Map<String, List<BuyerUpload>> files,
            Visit visit) {
        OrderFormReader reader = new OrderFormReader(hosted, form, numbers, files);
        reader.requireOffered();
        TicketInputs tickets = new TicketInputs(hosted, form, numbers, reader::money, reader.problems, reader.inputs);
        RequestedTickets requested = tickets.requested();
        List<RequestedBump> bumps = reader.bumps();
        boolean priced = reader.problems.isEmpty();
        OrderForm order = new OrderForm.TicketForm(
                requested,
                tickets.attendees(),
                bumps,
                reader.coupon(),
                reader.answers(),
                reader.option().manualType(),
                reader.option().isDeposit(),
                visit);
        return new Read(order, reader.problems, reader.inputs, priced);
    }

    private @Nullable CouponReference coupon() {
        String coupon = form.text(Inputs.COUPON);
        return coupon == null ? null : new CouponReference(CouponReference.CODE, coupon);
    }

    /** Rejects a payment option that the page does not offer, for example one that was removed meanwhile. */
    private void requireOffered() {
        String sent = form.text(Inputs.OPTION);
        if (sent != null && !option().value().equals(sent)) {
            problems.add(new Problem(Inputs.OPTION, "is not offered by this page", sent));
        }
    }

    private PaymentChoice option() {
        return PaymentChoice.selected(hosted.page(), form);
    }

    private RequestedProduct product(Product product) {
        String priceId = form.text(Inputs.PRICE);
        var price = product.price(priceId).orElseGet(product::defaultPrice);
        Long amount = price.payWhatYouWant() ? money(Inputs.AMOUNT) : null;
        return new RequestedProduct(priceId, quantity(), amount, variants(product.variants(), "", "variants"));
    }

    /** Returns the quantity of the order: the answer to the page's quantity field, or 1 without one. */
    private int quantity() {
        BuyerField field = quantityField(hosted);
        if (field == null) {
            return 1;
        }
        String name = Inputs.field(field.id());
        inputs.put("quantity", name);
        return form.has(name) || form.isSubmitted() ? count(name, 1) : Math.max(1, initial(hosted, field));
    }

    static @Nullable BuyerField quantityField(Hosted hosted) {
        return hosted.page().fields().stream()
                .filter(field -> field.element() == Element.QUANTITY && !field.hidden())
                .findFirst()
                .orElse(null);
    }

    /** Returns the quantity with which a page is shown at first. */
    static int initial(Hosted hosted, BuyerField field) {
        String initial = hosted.content()
                .field(field.id())
                .map(content -> Objects.requireNonNullElse(content.initial(), "1"))
                .orElse("1");
        return WHOLE.matcher(initial).matches() ? Math.min(Integer.parseInt(initial), CartLimits.QUANTITY_MAX) : 1;
    }

    private int count(String name, int absent) {
        String text = form.text(name);
        if (text == null) {
            return absent;
        }
        Integer quantity = numbers.quantity(name, text, problems);
        if (quantity == null) {
            return 1;
        }
        if (quantity < 1) {
            problems.add(CartLimits.quantity(name, text));
            return 1;
        }
        return quantity;
    }

    /** Returns an amount in minor units; null if the input is empty. */
    private @Nullable Long money(String name) {
        String text = form.text(name);
        if (text == null) {
            return null;
        }
        Currency currency = Currency.of(hosted.page().currency());
        NumberReader.Reading reading = numbers.money(text, currency);
        if (!(reading instanceof NumberReader.Value amount)) {
            problems.add(NumberErrors.ofAmount(name, reading));
            return null;
        }
        long minor = amount.number().movePointRight(currency.decimals()).longValueExact();
        if (minor > CartLimits.TOTAL_MAX) {
            problems.add(CartLimits.total(name));
            return null;
        }
        return minor;
    }

    /**
     * @param owner prefix of the inputs; empty for the product of the page
     * @param path prefix of the parameters that problems name
     */
    private List<RequestedVariant> variants(List<Variant> variants, String owner, String path) {
        List<RequestedVariant> requested = new ArrayList<>();
        for (Variant variant : variants) {
            String name = owner + Inputs.variant(variant.id());
            List<RequestedVariant.Option> options = variant.selection() == Selection.QUANTITY
                    ? counted(name, variant)
                    : form.all(name).stream()
                            .filter(option -> !option.isEmpty())
                            .map(option -> option(name, variant, option, null))
                            .toList();
            if (!options.isEmpty()) {
                inputs.put(path + "[" + requested.size() + "]", name);
                requested.add(new RequestedVariant(variant.id(), options));
            }
        }
        return requested;
    }

    private List<RequestedVariant.Option> counted(String name, Variant variant) {
        List<RequestedVariant.Option> options = new ArrayList<>();
        form.after(name + ".").forEach(option -> {
            String text = form.text(name + "." + option);
            if (text != null && !numbers.isZero(text)) {
                options.add(option(name, variant, option, count(name + "." + option, 1)));
            }
        });
        return options;
    }

    private RequestedVariant.Option option(String name, Variant variant, String id, @Nullable Integer quantity) {
        boolean chosen = variant.option(id).map(Variant.Option::payWhatYouWant).orElse(false);
        return new RequestedVariant.Option(id, quantity, chosen ? money(name + Inputs.OPTION_AMOUNT + id) : null);
    }

    private List<RequestedBump> bumps() {
        List<RequestedBump> bumps = new ArrayList<>();
        hosted.bumps().forEach(bump -> {
            String id = bump.product().id();
            String name = Inputs.bump(id);
            if (form.has(name)) {
                int at = bumps.size();
                inputs.put("orderBumps[" + at + "]", name);
                bumps.add(new RequestedBump(
                        id,
                        bump.rule().allowQuantity() ? count(name + Inputs.QUANTITY, 1) : 1,
                        variants(bump.product().variants(), name + ".", "orderBumps[" + at + "].variants")));
            }
        });
        return bumps;
    }

    private List<SubmittedAnswer> answers() {
        return new AnswerReader(hosted.page().fields(), form, numbers, files, problems, inputs).read();
    }
}
