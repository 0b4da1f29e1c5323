package io.tollgate.platform.config;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.Config;
import java.io.IOException;
import java.util.List;

/** Generates the file of defaults and the documentation page from the declared settings. */
final class SettingsPage {
    private static final List<SettingDeclaration> ALL = SettingsRecords.declarations(Config.class);

    private SettingsPage() {}

    static String file() throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        for (SettingDeclaration setting : ALL) {
            int dot = setting.name().indexOf('.');
            ObjectNode place =
                    dot < 0 ? root : root.withObjectProperty(setting.name().substring(0, dot));
            place.set(setting.name().substring(dot + 1), json.valueToTree(setting.defaultValue()));
        }
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(indent);
        return json.writer(printer).writeValueAsString(root) + "\n";
    }

    static String page() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (SettingDeclaration setting : ALL) {
            page.append("| `%s` | `%s` | %s | %s | %s |%n"
                    .formatted(
                            setting.name(),
                            setting.variable(),
                            values(setting),
                            defaultValue(setting),
                            setting.description().replace("|", "\\|")));
        }
        return page + CLOSING;
    }

    private static String values(SettingDeclaration setting) {
        return setting.kind() == SettingDeclaration.Kind.NUMBER
                ? "%d to %d".formatted(setting.min(), setting.max())
                : setting.kind().label();
    }

    private static String defaultValue(SettingDeclaration setting) {
        Object value = setting.defaultValue();
        String text = value instanceof List ? "" : value.toString();
        return text.isEmpty() ? "empty" : "`" + text + "`";
    }

    private static final String INTRODUCTION = """
            # Settings

            Tollgate reads each setting from four sources. The first source that contains the setting wins:

            1. a command-line option of `scripts/run`, if there is one (`--help` lists them);
            2. the environment, for example `TOLLGATE_RATE_LIMITS_KEY_BURST` for `rateLimits.keyBurst`;
            3. the file `conf/gateway.json`, or the file that `--config FILE` or `TOLLGATE_CONFIG` names;
            4. the default.

            Tollgate does not start with an unknown name, a value of the wrong type or a number out of bounds. It prints
            one line for each problem. Relative paths in the file resolve against the folder of the project. Relative
            paths in options and in the environment resolve against the working directory. In the environment, commas
            separate the items of a list. The name of a number ends with its unit.

            | Name | Environment variable | Values | Default | Description |
            |---|---|---|---|---|
            """;

    private static final String CLOSING = """

            These environment variables are not settings: `TOLLGATE_CONFIG` (the file to read), `TOLLGATE_HOME` (the
            folder that relative paths of the file resolve against; the scripts set it), `TOLLGATE_COMMAND` (the command
            name in messages), `TOLLGATE_JAVA_OPTIONS` (options of the JVM, read by the scripts), and `TOLLGATE_URL`,
            `TOLLGATE_LIVE_KEY` and `TOLLGATE_TEST_KEY`, which a keys file contains for programs that call Tollgate.
            """;
}
