package io.tollgate.cart;

import io.tollgate.catalog.Field.Element;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The buyer, as described by the answers to a page's fields. */
public final class Buyer {
    private final Answers answers;

    public Buyer(Answers answers) {
        this.answers = answers;
    }

    public String email() {
        return Objects.requireNonNull(answers.ofType("email"), "answers have an e-mail address");
    }

    /** The buyer's name, or the e-mail address if there is no answer with a name. */
    public String name() {
        String name = answers.ofType("name");
        if (name != null) {
            return name;
        }
        String first = Objects.requireNonNullElse(answers.ofType("first-name"), "");
        String last = Objects.requireNonNullElse(answers.ofType("last-name"), "");
        String both = (first + " " + last).strip();
        return both.isEmpty() ? email() : both;
    }

    public @Nullable String company() {
        return answers.ofType("company-name");
    }

    public @Nullable String billingEmail() {
        return answers.ofType("billing-email");
    }

    public @Nullable String phone() {
        return answers.ofType("phone");
    }

    public @Nullable String taxId() {
        Answer answer = answers.ofElement(Element.TAX_ID);
        return answer == null ? null : answer.value();
    }

    public @Nullable String taxIdType() {
        Answer answer = answers.ofElement(Element.TAX_ID);
        return answer == null ? null : answer.taxIdType();
    }

    /** The answer with the buyer's own number for the order, or null. */
    public @Nullable Answer purchaseOrder() {
        return answers.ofElement(Element.PO_NUMBER);
    }

    /** The billing address, from an address field or from one field for each part; null without any. */
    public @Nullable PostalAddress address() {
        Answer answer = answers.ofElement(Element.ADDRESS);
        return answer != null ? answer.billing() : parts("address-");
    }

    /** Where to ship to, or null. */
    public @Nullable ShippingAddress shipping() {
        Answer answer = answers.ofElement(Element.ADDRESS);
        ShippingAddress given = answer == null ? null : answer.shipping();
        PostalAddress address = given == null ? parts("shipping-address-") : given.address();
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

    private @Nullable PostalAddress parts(String prefix) {
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
