package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A list in which a body names parts of the same record: each by an object with its id or key, or as it is read. */
public final class NamedParts {
    private static final int ID_LENGTH = 24;

    private NamedParts() {}

    /** @param keys of an object that names one */
    public static Value list(int max, Key... keys) {
        return Value.list(0, max, Value.textOr(ID_LENGTH, Value.object(keys)));
    }

    /**
     * Ids of the parts that are named; notes those that are not there.
     *
     * @param idOf the id of a part by its id or its key; null where there is none
     */
    public static Set<String> ids(Input input, String list, UnaryOperator<@Nullable String> idOf, String otherwise) {
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
            input.rule(name == null || id != null, at, otherwise);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }
}
