package io.tollgate.platform.schema;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** What the OpenAPI document says of a field beside its type. */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Doc(@Nullable String description, @Nullable JsonNode example, boolean deprecated) {
    static final Doc NONE = new Doc(null, null, false);

    @JsonIgnore
    public boolean isEmpty() {
        return equals(NONE);
    }
}
