package io.tollgate.accounts.apikey;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.Ceilings;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ceilings of keys in requests, in records and as stored. */
final class CeilingsCodec {
    static final String NAME = "ceilings";

    /** The ceilings, which are also the params of errors. */
    static final String REFUNDS = "refundAmount";

    static final String TICKETS = "complimentaryTickets";
    static final String PER_REFUND = "perRefund";
    static final String PER_DAY = "perDay";

    private static final int CURRENCIES_MAX = 50;
    private static final int TICKETS_MAX = 1_000_000;

    static final Field FIELD = Field.object(
                    NAME,
                    Field.list(
                                    REFUNDS,
                                    CURRENCIES_MAX,
                                    Field.of("currency", Type.matching(3, 3, "[a-z]{3}", "must be like eur"))
                                            .doc("Currency of the refunds.")
                                            .always()
                                            .needed(),
                                    Field.of(PER_REFUND, Type.money(0))
                                            .doc("The most that one refund returns. Null: no ceiling.")
                                            .orNull(),
                                    Field.of(PER_DAY, Type.money(0))
                                            .doc("The most that the refunds of a day return. Null: no ceiling.")
                                            .orNull())
                            .doc("Refunds by currency. A currency that is not in the list cannot be refunded. Empty: "
                                    + "no ceiling."),
                    Field.integer(TICKETS, 0, TICKETS_MAX)
                            .doc("The most tickets that complimentary bookings of a day have. Null: no ceiling.")
                            .orNull())
            .doc("The most that the key gives away. Days are those of the `timezone` of the account. What would exceed "
                    + "a ceiling is refused with 403 `ceiling_reached`. Null: no ceilings.")
            .writable()
            .orNull();

    private CeilingsCodec() {}

    /**
     * Returns the ceilings that a request sets, without a counter. What it leaves open has the ceilings of the key that
     * sends it; a higher ceiling is a problem of the request.
     *
     * @param own ceilings of the key that sends the request; null without ceilings
     */
    static @Nullable Ceilings read(Input input, @Nullable Ceilings own) {
        Input sent = input.object(NAME);
        Map<String, Ceilings.Refunds> refunds = new TreeMap<>();
        for (Input row : sent.objects(REFUNDS)) {
            String currency = row.text("currency");
            if (currency != null) {
                row.rule(Currency.isKnown(currency), "currency", "must be the code of a currency");
                row.rule(!refunds.containsKey(currency), "currency", "must not be repeated");
                refunds.put(currency, refunds(row, currency, own));
            }
        }
        Long tickets = bounded(sent, TICKETS, own == null ? null : own.complimentaryTickets());
        if (refunds.isEmpty() && own != null) {
            refunds.putAll(own.refundAmount());
        }
        return refunds.isEmpty() && tickets == null ? null : new Ceilings("", refunds, tickets);
    }

    private static Ceilings.Refunds refunds(Input row, String currency, @Nullable Ceilings own) {
        if (own == null || own.refundAmount().isEmpty()) {
            return new Ceilings.Refunds(row.integer(PER_REFUND), row.integer(PER_DAY));
        }
        Ceilings.Refunds most = own.refundAmount().get(currency);
        row.rule(most != null, "currency", "must be one that the key that sends the request can refund");
        return new Ceilings.Refunds(
                bounded(row, PER_REFUND, most == null ? null : most.perRefund()),
                bounded(row, PER_DAY, most == null ? null : most.perDay()));
    }

    private static @Nullable Long bounded(Input input, String name, @Nullable Long most) {
        Long sent = input.integer(name);
        if (sent == null) {
            return most;
        }
        input.rule(
                most == null || sent <= most,
                name,
                "must be at most " + most + ", the ceiling of the key that sends the request");
        return sent;
    }

    /** Returns the ceilings as the API shows and the database stores them. */
    static @Nullable ObjectNode json(@Nullable Ceilings ceilings) {
        if (ceilings == null) {
            return null;
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode refunds = json.putArray(REFUNDS);
        new TreeMap<>(ceilings.refundAmount())
                .forEach((currency, most) -> refunds.addObject()
                        .put("currency", currency)
                        .put(PER_REFUND, most.perRefund())
                        .put(PER_DAY, most.perDay()));
        return json.put(TICKETS, ceilings.complimentaryTickets());
    }

    /** @param stored null without ceilings */
    static @Nullable Ceilings of(@Nullable String stored, String counterId) {
        if (stored == null) {
            return null;
        }
        ObjectNode json = StoredJson.parse(stored);
        Map<String, Ceilings.Refunds> refunds = new TreeMap<>();
        json.path(REFUNDS)
                .forEach(row -> refunds.put(
                        row.path("currency").asText(),
                        new Ceilings.Refunds(whole(row.path(PER_REFUND)), whole(row.path(PER_DAY)))));
        return new Ceilings(counterId, refunds, whole(json.path(TICKETS)));
    }

    private static @Nullable Long whole(JsonNode number) {
        return number.isIntegralNumber() ? Long.valueOf(number.longValue()) : null;
    }

    /** Returns the stored form; null without ceilings. */
    static @Nullable String stored(@Nullable Ceilings ceilings) {
        return ceilings == null ? null : Objects.requireNonNull(json(ceilings)).toString();
    }
}
