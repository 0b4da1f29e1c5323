package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A list of references to parts of the same record. Each is an object with an id or key, or an id as in responses. */
public final class NamedParts {
    private static final int ID_LENGTH = 24;

    private NamedParts() {}

    /** @param keys the fields of an object that refers to a part */
    public static Type list(int max, Field... keys) {
        return Type.list(0, max, Type.textOr(ID_LENGTH, Type.object(keys)));
    }

    /**
     * Returns the ids of the referenced parts. Records a problem for each part that does not exist.
     *
     * @param idOf returns the id for an id or key, or null if there is no such part
     * @param message the message for a part that does not exist
     */
    public static Set<String> ids(Input input, String list, UnaryOperator<@Nullable String> idOf, String message) {
        Set<String> ids = new LinkedHashSet<>();
        JsonNode named = input.values().path(list);
        for (int i = 0; i < named.size(); i++) {
            JsonNode one = named.get(i);
            String by = one.hasNonNull("key") ? "key" : "id";
            String at = list + "[" + i + "]" + (one.isTextual() ? "" : "." + by);
            String name = one.isTextual()
                    ? one.textValue().toLowerCase(Locale.ROOT)
                    : one.path(by).textValue();
            String id = name == null ? null : idOf.apply(name);
            input.rule(name == null || id != null, at, message);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }
}
