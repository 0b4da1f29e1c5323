package io.tollgate.pdf.font;

import com.ibm.icu.lang.UScript;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The bundled fonts and their fallback order for a character: the house font, then the font of the character's
 * script, then all others. Loads a font on first use.
 */
public final class Typefaces {
    private static final Set<String> BOLD = families("""
            NotoSans NotoSansArabic NotoSansBengali NotoSansDevanagari NotoSansHebrew NotoSansTamil NotoSansThai""");

    /** The scripts with a font of their own, as the font is named. */
    private static final Set<String> SCRIPTS = families("""
            Adlam Arabic Armenian Balinese Bengali CanadianAboriginal Chakma Cham Cherokee Devanagari Ethiopic Georgian
            Gujarati Gurmukhi HanifiRohingya Hebrew Javanese Kannada Khmer Lao Lisu Malayalam MeeteiMayek Mongolian
            Myanmar NKo OlChiki Oriya Osage Sinhala Syriac Tamil Telugu Thaana Thai Tifinagh Vai Yi""");

    private static final Map<Integer, String> BY_SCRIPT = byScript();

    /** Fonts for characters that the font of their script lacks or that belong to no script. */
    private static final Set<String> FALLBACKS = families("""
            NotoSans NotoSansSymbols NotoSansSymbols2 NotoSansMath NotoEmoji NotoSansSC NotoSansTC NotoSansJP
            NotoSansKR""");

    private static final List<String> ALL = List.copyOf(new TreeSet<>(BY_SCRIPT.values()));

    private static final String EMOJI = "NotoEmoji";

    private final Map<String, Typeface> loaded = new ConcurrentHashMap<>();

    /** Returns the names in a text, in order. */
    private static Set<String> families(String names) {
        return new LinkedHashSet<>(List.of(names.split("\\s+")));
    }

    private static Map<Integer, String> byScript() {
        Map<Integer, String> fonts = new HashMap<>(Map.of(
                UScript.LATIN, "NotoSans",
                UScript.GREEK, "NotoSans",
                UScript.CYRILLIC, "NotoSans",
                UScript.TIBETAN, "NotoSerifTibetan",
                UScript.HANGUL, "NotoSansKR"));
        for (String script : SCRIPTS) {
            fonts.put(UScript.getCodeFromName(script), "NotoSans" + script);
        }
        return fonts;
    }

    /** Returns the font for all text that it covers. */
    public Face primary(Weight weight) {
        return new Face(typeface(weight.primary), false);
    }

    /** Returns the first face with a glyph for each of the code points, or null. */
    public @Nullable Face covering(int[] codePoints, int script, HanForms han, boolean emoji, Weight weight) {
        if (emoji) {
            Face face = face(EMOJI, Weight.REGULAR);
            if (covers(face.typeface(), codePoints)) {
                return face;
            }
        }
        Face primary = primary(weight);
        if (covers(primary.typeface(), codePoints)) {
            return primary;
        }
        for (String family : chain(codePoints, script, han)) {
            Face face = face(family, weight);
            if (covers(face.typeface(), codePoints)) {
                return face;
            }
        }
        return null;
    }

    /** Returns whether the face has a space of the usual width. */
    public boolean hasTextSpace(Face face) {
        return face.typeface().glyph(' ') != 0 && !face.typeface().name().startsWith(EMOJI);
    }

    /** Returns the candidate families: those of the character's scripts, those for all scripts, then all others. */
    private static Set<String> chain(int[] codePoints, int script, HanForms han) {
        Set<String> families = new LinkedHashSet<>();
        String own = BY_SCRIPT.get(script);
        if (own != null) {
            families.add(own);
        } else if (script != UScript.COMMON && script != UScript.INHERITED) {
            families.addAll(han.families);
        } else if (codePoints.length > 0) {
            BitSet users = new BitSet();
            UScript.getScriptExtensions(codePoints[0], users);
            users.stream().filter(BY_SCRIPT::containsKey).forEach(user -> families.add(BY_SCRIPT.get(user)));
        }
        families.addAll(FALLBACKS);
        families.addAll(ALL);
        return families;
    }

    private Face face(String family, Weight weight) {
        boolean bold = !"Regular".equals(weight.fallback);
        boolean drawn = bold && BOLD.contains(family);
        return new Face(typeface(family + "-" + (drawn ? "Bold" : "Regular")), bold && !drawn && !EMOJI.equals(family));
    }

    private static boolean covers(Typeface typeface, int[] codePoints) {
        for (int codePoint : codePoints) {
            if (typeface.glyph(codePoint) == 0) {
                return false;
            }
        }
        return true;
    }

    private Typeface typeface(String name) {
        return loaded.computeIfAbsent(name, Typefaces::load);
    }

    private static Typeface load(String name) {
        try (InputStream in = Typefaces.class.getResourceAsStream("/fonts/" + name + ".ttf")) {
            if (in == null) {
                throw new IllegalStateException("the font " + name + " is not bundled");
            }
            return new Typeface(name, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
