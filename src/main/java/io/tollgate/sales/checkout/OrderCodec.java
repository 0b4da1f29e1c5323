package io.tollgate.sales.checkout;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.tollgate.catalog.model.Price;
import java.io.IOException;
import java.time.Instant;

/** Stores orders as JSON: the components of their records, and nothing that is derived from them. */
final class OrderCodec {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
            .addModule(new SimpleModule()
                    .addSerializer(new InstantSerializer())
                    .addDeserializer(Instant.class, new InstantDeserializer()))
            .build();

    static final String PRODUCT = "PRODUCT";
    static final String TICKETS = "TICKETS";
    static final String SUBSCRIPTION = "SUBSCRIPTION";

    private OrderCodec() {}

    static String encode(PageOrder order) {
        try {
            return MAPPER.writeValueAsString(order);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("An order cannot be stored", e);
        }
    }

    static String encodePrice(Price price) {
        try {
            return MAPPER.writeValueAsString(price);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A price cannot be stored", e);
        }
    }

    static Price decodePrice(String json) {
        try {
            return MAPPER.readValue(json, Price.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored price cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    /** Returns what is ordered, as the database names it. */
    static String kind(PageOrder.Priced priced) {
        return priced instanceof TicketOrder.PricedTickets
                ? TICKETS
                : priced instanceof ProductOrder.PricedSubscription ? SUBSCRIPTION : PRODUCT;
    }

    /** @param kind what is ordered, as {@link #kind} returned it */
    static PageOrder decode(String kind, String json) {
        try {
            return kind.equals(TICKETS)
                    ? MAPPER.readValue(json, TicketOrder.class)
                    : MAPPER.readValue(json, ProductOrder.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored order cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static final class InstantSerializer extends StdSerializer<Instant> {
        private static final long serialVersionUID = 1;

        InstantSerializer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantDeserializer extends StdDeserializer<Instant> {
        private static final long serialVersionUID = 1;

        InstantDeserializer() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Instant.parse(parser.getText());
        }
    }
}
