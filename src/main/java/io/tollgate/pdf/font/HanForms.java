package io.tollgate.pdf.font;

import java.util.List;

/**
 * The regional forms of Chinese characters. Each font contains only the glyphs that differ from the simplified forms,
 * so the other fonts follow as fallbacks.
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
