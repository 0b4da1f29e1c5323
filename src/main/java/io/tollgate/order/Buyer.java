package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who bought, as the answers tell it. */
public final class Buyer {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> PARTS = List.of("line1", "line2", "city", "state", "postalCode", "country");

    private final Answers answers;

    public Buyer(Answers answers) {
        this.answers = answers;
    }

    public String email() {
        return Objects.requireNonNull(answers.ofType("email"), "answers hold an e-mail address");
    }

    /** Who gives no name goes by the e-mail address. */
    public String name() {
        String name = answers.ofType("name");
        if (name != null) {
            return name;
        }
        String first = answers.ofType("first-name");
        String last = answers.ofType("last-name");
        String both = ((first == null ? "" : first) + " " + (last == null ? "" : last)).strip();
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
        ObjectNode row = answers.ofElement("tax-id");
        return row == null ? null : row.path("value").asText();
    }

    public @Nullable String taxIdType() {
        ObjectNode row = answers.ofElement("tax-id");
        return row == null ? null : row.path("meta").path("type").textValue();
    }

    /** The answer with the buyer's own number for the order, or null. */
    public @Nullable ObjectNode purchaseOrder() {
        return answers.ofElement("po-number");
    }

    public ObjectNode billing() {
        ObjectNode billing = JSON.objectNode()
                .put("name", name())
                .put("companyName", company())
                .put("email", email())
                .put("billingEmail", billingEmail())
                .put("phone", phone());
        return billing.set("address", address());
    }

    /** The billing address: of one field that asks for all of it, or of one field for each part. */
    public JsonNode address() {
        ObjectNode row = answers.ofElement("address");
        return row != null ? row.path("meta").path("billing").deepCopy() : parts("address-");
    }

    /** Where to ship to, or null. */
    public JsonNode shipping() {
        ObjectNode row = answers.ofElement("address");
        JsonNode sent = row == null ? NullNode.instance : row.path("meta").path("shipping");
        JsonNode address = sent.isObject() ? only(sent) : parts("shipping-address-");
        if (address.isNull()) {
            return NullNode.instance;
        }
        String name = sent.path("name").asText(answers.ofType("shipping-name"));
        String phone = sent.path("phone").asText(answers.ofType("shipping-phone"));
        return JSON.objectNode().put("name", name).put("phone", phone).set("address", address);
    }

    private static ObjectNode only(JsonNode sent) {
        ObjectNode address = JSON.objectNode();
        PARTS.forEach(part -> address.set(part, sent.get(part)));
        return address;
    }

    private JsonNode parts(String prefix) {
        ObjectNode address = JSON.objectNode();
        boolean some = false;
        for (String part : PARTS) {
            String value = answers.ofType(prefix + (part.equals("postalCode") ? "postal_code" : part));
            address.put(part, value);
            some |= value != null;
        }
        return some ? address : NullNode.instance;
    }
}
