package io.tollgate.config;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/** The file of defaults and the page about them, as the list of settings would have them. */
final class SettingsPage {
    private SettingsPage() {}

    static String file() throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        for (Setting setting : Settings.ALL) {
            int dot = setting.name().indexOf('.');
            ObjectNode place =
                    dot < 0 ? root : root.withObjectProperty(setting.name().substring(0, dot));
            place.set(setting.name().substring(dot + 1), json.valueToTree(setting.standard()));
        }
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(indent);
        return json.writer(printer).writeValueAsString(root) + "\n";
    }

    static String page() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Setting setting : Settings.ALL) {
            page.append("| `%s` | `%s` | %s | %s | %s |%n"
                    .formatted(
                            setting.name(),
                            setting.variable(),
                            takes(setting),
                            standard(setting),
                            setting.about().replace("|", "\\|")));
        }
        return page + CLOSING;
    }

    private static String takes(Setting setting) {
        return setting.kind() == Setting.Kind.NUMBER
                ? "%d to %d".formatted(setting.min(), setting.max())
                : setting.kind().label();
    }

    private static String standard(Setting setting) {
        String text =
                setting.standard() instanceof List ? "" : setting.standard().toString();
        return text.isEmpty() ? "empty" : "`" + text + "`";
    }

    private static final String INTRODUCTION = """
            # Settings

            A setting is looked for in four places; the first that has it decides:

            1. a flag of `scripts/run`, where there is one (`--help` lists them);
            2. the environment: `rateLimits.keyBurst` is `TOLLGATE_RATE_LIMITS_KEY_BURST`, and so for every name;
            3. the file `conf/gateway.json`, or the one that `--config FILE` or `TOLLGATE_CONFIG` names;
            4. the default.

            A name that is not in this list, a value of the wrong kind and a number out of bounds refuse to start, each
            with one line. Relative paths in the file start from the folder of the project, those in flags and in the
            environment from the current folder. A list is separated by commas in the environment. The unit of a number
            is the end of its name.

            | Name | In the environment | Takes | Default | What it is |
            |---|---|---|---|---|
            """;

    private static final String CLOSING = """

            Names in the environment that are no settings: `TOLLGATE_CONFIG` (the file to read), `TOLLGATE_HOME` (the
            folder that relative paths of the file start from; the scripts set it), `TOLLGATE_JAVA_OPTIONS` (options of
            the JVM, read by the scripts), and `TOLLGATE_URL`, `TOLLGATE_LIVE_KEY`, `TOLLGATE_TEST_KEY`, which a keys
            file holds for programs that call Tollgate.
            """;
}
