package io.tollgate.catalog.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Decodes documents of the catalog. Members that no rule reads are skipped. */
public final class CatalogDecoder {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .withConfigOverride(List.class, CatalogDecoder::emptyIfNull)
            .withConfigOverride(Set.class, CatalogDecoder::emptyIfNull)
            .addModule(new SimpleModule().addDeserializer(Instant.class, new InstantDeserializer()))
            .build();

    private CatalogDecoder() {}

    private static void emptyIfNull(com.fasterxml.jackson.databind.cfg.MutableConfigOverride override) {
        override.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }

    /**
     * Decodes a document as it is stored, or as a composition of records shows it.
     *
     * @throws IllegalStateException if a member has another type: only Tollgate writes documents
     */
    public static <T> T decode(JsonNode document, Class<T> type) {
        try {
            return MAPPER.treeToValue(document, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document is no " + type.getSimpleName() + ": " + e.getMessage(), e);
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
