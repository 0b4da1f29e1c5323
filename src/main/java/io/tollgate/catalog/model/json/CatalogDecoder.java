package io.tollgate.catalog.model.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.MutableConfigOverride;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.Form;
import io.tollgate.catalog.model.FormTexts;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.TaxRate;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Decodes catalog documents into the values of the package above. Ignores fields that no rule reads. */
public final class CatalogDecoder {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .withConfigOverride(List.class, CatalogDecoder::emptyIfNull)
            .withConfigOverride(Set.class, CatalogDecoder::emptyIfNull)
            .addModule(new SimpleModule().addDeserializer(Instant.class, new InstantDeserializer()))
            .build();

    private static final Map<Class<?>, ObjectReader> READERS = new ConcurrentHashMap<>();

    private CatalogDecoder() {}

    /** Returns the cached reader of a type. Creating one builds the decoder of the type. */
    private static ObjectReader reader(Class<?> type) {
        return READERS.computeIfAbsent(type, MAPPER::readerFor);
    }

    private static void emptyIfNull(MutableConfigOverride override) {
        override.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }

    /** Builds all decoders, because the first use of one takes as long as thousands of later ones. Blocks. */
    public static void prepare() {
        for (Class<?> type : List.of(
                Event.class,
                Form.class,
                FormTexts.class,
                CheckoutPage.class,
                Coupon.class,
                TaxRate.class,
                OrderBump.class,
                Product.class,
                PaymentOption.class)) {
            reader(type);
        }
    }

    /**
     * Decodes a stored or composed document.
     *
     * @throws IllegalStateException if the document does not match the type, which is a defect because only Tollgate
     *     writes documents
     */
    public static <T> T decode(JsonNode document, Class<T> type) {
        try {
            return reader(type).readValue(document);
        } catch (IOException e) {
            throw new IllegalStateException("invalid " + type.getSimpleName() + " document: " + e.getMessage(), e);
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
