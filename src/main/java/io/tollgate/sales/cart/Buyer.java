package io.tollgate.sales.cart;

import io.tollgate.catalog.model.BuyerField.Element;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The buyer of an order.
 *
 * @param name the name; the e-mail address if the buyer gave no name
 * @param billingEmail the e-mail address for invoices; null if it is {@code email}
 * @param address the billing address; null without one
 * @param shipping the shipping address; null without one
 */
public record Buyer(
        String name,
        String email,
        @Nullable String billingEmail,
        @Nullable String company,
        @Nullable String phone,
        @Nullable String taxId,
        @Nullable String taxIdType,
        @Nullable PostalAddress address,
        @Nullable ShippingAddress shipping) {

    /** Creates the buyer from the answers to the fields of a page. */
    public Buyer(Answers answers) {
        this(
                name(answers),
                email(answers),
                answers.ofType("billing-email"),
                answers.ofType("company-name"),
                answers.ofType("phone"),
                taxId(answers),
                taxIdType(answers),
                address(answers),
                shipping(answers));
    }

    private static String email(Answers answers) {
        return Objects.requireNonNull(answers.ofType("email"), "answers have an e-mail address");
    }

    private static String name(Answers answers) {
        String name = answers.ofType("name");
        if (name != null) {
            return name;
        }
        String first = Objects.requireNonNullElse(answers.ofType("first-name"), "");
        String last = Objects.requireNonNullElse(answers.ofType("last-name"), "");
        String both = (first + " " + last).strip();
        return both.isEmpty() ? email(answers) : both;
    }

    private static @Nullable String taxId(Answers answers) {
        Answer answer = answers.ofElement(Element.TAX_ID);
        return answer == null ? null : answer.value();
    }

    private static @Nullable String taxIdType(Answers answers) {
        Answer answer = answers.ofElement(Element.TAX_ID);
        return answer == null ? null : answer.taxIdType();
    }

    /** Returns the answer to the address field, or else the address from the fields for its parts. */
    static @Nullable PostalAddress address(Answers answers) {
        Answer answer = answers.ofElement(Element.ADDRESS);
        return answer != null ? answer.billing() : parts(answers, "address-");
    }

    /** Returns the shipping address; null without one. */
    static @Nullable ShippingAddress shipping(Answers answers) {
        Answer answer = answers.ofElement(Element.ADDRESS);
        ShippingAddress given = answer == null ? null : answer.shipping();
        PostalAddress address = given == null ? parts(answers, "shipping-address-") : given.address();
        if (address == null) {
            return null;
        }
        String name = given == null ? null : given.name();
        String phone = given == null ? null : given.phone();
        return new ShippingAddress(
                name == null ? answers.ofType("shipping-name") : name,
                phone == null ? answers.ofType("shipping-phone") : phone,
                address);
    }

    private static @Nullable PostalAddress parts(Answers answers, String prefix) {
        PostalAddress address = new PostalAddress(
                answers.ofType(prefix + "line1"),
                answers.ofType(prefix + "line2"),
                answers.ofType(prefix + "city"),
                answers.ofType(prefix + "state"),
                answers.ofType(prefix + "postal_code"),
                answers.ofType(prefix + "country"));
        return address.parts().stream().allMatch(Objects::isNull) ? null : address;
    }
}
