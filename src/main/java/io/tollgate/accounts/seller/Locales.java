package io.tollgate.accounts.seller;

import java.util.List;

/** The locales of sellers and their pages. */
public final class Locales {
    /** The locale of pages whose seller has no default locale. */
    public static final String FALLBACK = "en-US";

    public static final List<String> ALL = List.of(("ar-SA bn-BD bn-IN cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA"
                    + " en-GB en-IE en-IN en-NZ en-US en-ZA es-AR es-CL es-CO es-ES es-MX es-US fi-FI fr-BE fr-CA fr-CH"
                    + " fr-FR he-IL hi-IN hu-HU id-ID it-CH it-IT jp-JP ko-KR nl-BE nl-NL no-NO pl-PL pt-BR pt-PT"
                    + " ro-RO ru-RU sk-SK sv-SE ta-IN ta-LK th-TH tr-TR zh-CN zh-HK zh-TW")
            .split(" "));

    private Locales() {}
}
