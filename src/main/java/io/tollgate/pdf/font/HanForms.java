package io.tollgate.pdf.font;

import java.util.List;

/**
 * Which national forms Chinese characters take. Each font holds only what differs from the
 * simplified one, so the others follow it.
 */
public enum HanForms {
    SIMPLIFIED(List.of("NotoSansSC", "NotoSansTC", "NotoSansJP")),
    TRADITIONAL(List.of("NotoSansTC", "NotoSansSC", "NotoSansJP")),
    JAPANESE(List.of("NotoSansJP", "NotoSansSC", "NotoSansTC"));

    final List<String> families;

    HanForms(List<String> families) {
        this.families = families;
    }
}
