package io.tollgate.platform.config;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.regex.Pattern;

/** Prints the effective settings with secrets masked. */
public final class ConfigText {
    private static final Pattern PASSWORD = Pattern.compile("(://[^:@/]*):[^@/]*@");
    private static final Pattern PASSWORD_PARAMETER =
            Pattern.compile("([?&](?:ssl)?password=)[^&]*", Pattern.CASE_INSENSITIVE);

    private ConfigText() {}

    /** Returns one {@code name = value} line for each setting in a tree of records. */
    public static String of(Record config) {
        StringBuilder text = new StringBuilder();
        append("", config, text);
        return text.toString();
    }

    private static void append(String prefix, Record part, StringBuilder text) {
        for (RecordComponent component : part.getClass().getRecordComponents()) {
            Object value = SettingsRecords.valueOf(component, part);
            if (value instanceof Record inner) {
                append(SettingsRecords.prefixIn(prefix, component), inner, text);
            } else {
                SettingDeclaration setting = SettingDeclaration.of(prefix + component.getName(), component);
                text.append(setting.name())
                        .append(" = ")
                        .append(shown(setting, value))
                        .append('\n');
            }
        }
    }

    private static String shown(SettingDeclaration setting, Object value) {
        String text = value instanceof List<?> list
                ? String.join(", ", list.stream().map(Object::toString).toList())
                : value.toString();
        return setting.secret() && !text.isEmpty() ? "***" : withoutPassword(text);
    }

    /** Returns a URL with its password masked. */
    public static String withoutPassword(String url) {
        String bare = PASSWORD.matcher(url).replaceAll("$1:***@");
        return PASSWORD_PARAMETER.matcher(bare).replaceAll("$1***");
    }
}
