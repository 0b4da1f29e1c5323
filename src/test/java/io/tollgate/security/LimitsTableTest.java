package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.config.SettingsReader;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.checkout.CardTries;
import io.tollgate.sales.checkout.CheckoutSettings;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of limits on the security page is that of the code. */
class LimitsTableTest {
    private static final Path PAGE = Path.of("src/docs/security.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| [^|]+ \\| [^|]+ \\| `(\\w+\\.\\w+)` \\| (\\d+) \\|$");

    private static Map<String, String> documented() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    private static void add(Map<String, String> defaults, String group, Record settings) {
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            try {
                defaults.put(
                        group + "." + component.getName(),
                        String.valueOf(component.getAccessor().invoke(settings)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The settings that limit what anyone can do without a key, with their defaults. */
    private static Map<String, String> limits() {
        Map<String, String> defaults = new TreeMap<>();
        add(defaults, "rateLimits", SettingsReader.defaults(RateLimitSettings.class));
        Arrays.asList("keyPerSecond", "keyBurst", "sellerPerSecond", "sellerBurst")
                .forEach(ofKeys -> defaults.remove("rateLimits." + ofKeys));
        add(defaults, "checkout", SettingsReader.defaults(CheckoutSettings.class));
        defaults.put(
                "processor.questionPauseMillis",
                String.valueOf(SettingsReader.defaults(ProcessorSettings.class).questionPauseMillis()));
        return defaults;
    }

    @Test
    void tableHasEveryLimitWithItsDefault() throws IOException {
        assertThat(documented()).containsExactlyInAnyOrderEntriesOf(limits());
    }

    @Test
    void declinedPaymentsOfAnOrderAreThoseOfTheTable() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(
                        "| declined payments, after which the order ends and its payment is canceled | order | none | "
                                + CardTries.PER_ORDER + " |");
    }

    @Test
    void ticketsOfAnOrderAreThoseOfTheTable() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains("| order | `maxQuantity` of the ticket type | " + CartLimits.TICKETS_DEFAULT + " |")
                .contains("at most %,d tickets".formatted(CartLimits.TICKETS_MAX));
    }
}
