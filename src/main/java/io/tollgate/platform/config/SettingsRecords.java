package io.tollgate.platform.config;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads and creates settings records: records whose components are settings or nested settings records. */
public final class SettingsRecords {
    private SettingsRecords() {}

    /** Returns the settings of a record type and of the records in it, in the order of their components. */
    static List<SettingDeclaration> declarations(Class<? extends Record> type) {
        return declarations("", type);
    }

    private static List<SettingDeclaration> declarations(String prefix, Class<?> type) {
        List<SettingDeclaration> found = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType().isRecord()) {
                found.addAll(declarations(prefixIn(prefix, component), component.getType()));
            } else {
                found.add(SettingDeclaration.of(prefix + component.getName(), component));
            }
        }
        return found;
    }

    /** Returns the prefix of the settings in a nested record. */
    static String prefixIn(String prefix, RecordComponent component) {
        return component.isAnnotationPresent(Unprefixed.class) ? prefix : prefix + component.getName() + ".";
    }

    /** Creates a record from the values of its settings. */
    static <R extends Record> R create(Class<R> type, Function<String, Object> values) {
        return type.cast(create("", type, values));
    }

    private static Object create(String prefix, Class<?> type, Function<String, Object> values) {
        return construct(
                type,
                component -> component.getType().isRecord()
                        ? create(prefixIn(prefix, component), component.getType(), values)
                        : typed(component.getType(), values.apply(prefix + component.getName())));
    }

    private static Object typed(Class<?> type, Object value) {
        if (value instanceof Long number) {
            return Math.toIntExact(number);
        }
        return type == Path.class ? Path.of((String) value) : value;
    }

    /** Returns a copy of a record with other values in the named components. */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R copy(R settings, Map<String, ?> changes) {
        Map<String, ?> unused = new HashMap<>(changes);
        Object copy = construct(settings.getClass(), component -> {
            Object changed = unused.remove(component.getName());
            return changed == null ? valueOf(component, settings) : changed;
        });
        if (!unused.isEmpty()) {
            throw new IllegalArgumentException(settings.getClass() + " has no " + unused.keySet());
        }
        return (R) copy;
    }

    /** Returns the contradictions between the values of a record and of the records in it. */
    static List<String> problems(Record settings) {
        List<String> problems = new ArrayList<>();
        if (settings instanceof ConstrainedSettings constrained) {
            problems.addAll(constrained.problems());
        }
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            if (valueOf(component, settings) instanceof Record nested) {
                problems.addAll(problems(nested));
            }
        }
        return problems;
    }

    static Object valueOf(RecordComponent component, Record settings) {
        try {
            return component.getAccessor().invoke(settings);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object construct(Class<?> type, Function<RecordComponent, Object> values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getConstructor(types)
                    .newInstance(Arrays.stream(components).map(values).toArray());
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
