package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailAddressTest {
    @Test
    void listsAreSeparatedByCommas() {
        assertThat(MailAddress.list(" a@x.example, b@x.example,,a@x.example"))
                .isEqualTo(List.of("a@x.example", "b@x.example"));
    }

    @Test
    void pausesGrowToALimit() {
        assertThat(MailDelivery.backoff(pause -> 0).pause(1)).isEqualTo(Duration.ofSeconds(30));
        assertThat(MailDelivery.backoff(pause -> 0).pause(4)).isEqualTo(Duration.ofMinutes(4));
        assertThat(MailDelivery.backoff(pause -> 0).pause(40)).isEqualTo(Duration.ofHours(6));
    }

    @Test
    void plainTextKeepsLinksAndLines() {
        assertThat(MailTemplates.plain("<p>A &amp; B</p><p><a href=\"https://x.example/?a=1&amp;b\">here</a><br>C</p>"))
                .isEqualTo("A & B\nhere (https://x.example/?a=1&b)\nC");
    }
}
