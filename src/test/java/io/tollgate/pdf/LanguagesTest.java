package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.font.Weight;
import io.tollgate.pdf.text.CleanText;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text of every language is rendered with real glyphs, and extracted as it was written. */
class LanguagesTest {
    private static final RenderContext CONTEXT = new RenderContext(new Typefaces());
    private static final TextStyle STYLE = new TextStyle(Weight.REGULAR, 14, 20, RgbColor.BLACK);

    static List<Corpus.Text> texts() {
        return Corpus.texts();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void is_read_back_as_written(Corpus.Text text) {
        String read = PdfReader.text(drawn(List.of(text)));
        assertThat(PdfReader.letters(read)).isEqualTo(PdfReader.letters(text.text()));
    }

    /** Glyph 0 is the box for characters that a font lacks. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void has_a_font_for_every_character(Corpus.Text text) {
        for (Weight weight : Weight.values()) {
            ShapedLine line = CONTEXT.paragraphs()
                    .line(text.text(), new io.tollgate.pdf.text.Paragraphs.Style(weight, 12, ULocale.US));
            for (GlyphRun run : line.runs()) {
                run.clusters()
                        .forEach(cluster -> assertThat(cluster.isMissing())
                                .as(
                                        "%s in %s",
                                        cluster.text(), run.face().typeface().name())
                                .isFalse());
            }
        }
    }

    @Test
    void there_are_sixty_languages_or_more() {
        assertThat(texts()).hasSizeGreaterThanOrEqualTo(60);
    }

    /** Writes a document for visual inspection: {@code target/languages.pdf}. */
    @Test
    void all_on_one_sheet() throws IOException {
        Files.write(Path.of("target/languages.pdf"), drawn(texts()));
    }

    @Test
    void a_character_that_no_font_has_is_a_box_and_still_read() {
        String written = "A\ud82c\udc00B"; // a letter of Tangut, for which no font is bundled
        byte[] pdf = drawn(List.of(new Corpus.Text("txg", written)));
        assertThat(PdfReader.letters(PdfReader.text(pdf))).isEqualTo(written);
    }

    private static byte[] drawn(List<Corpus.Text> texts) {
        RenderContext context = CONTEXT.begin("0".repeat(32), Duration.ofSeconds(60));
        PdfDocument document =
                context.document(new Description("Languages", "Tollgate", "en", Instant.EPOCH, context.digest()));
        try (Canvas canvas = document.page(760, 40 + 24 * texts.size())) {
            for (int i = 0; i < texts.size(); i++) {
                Corpus.Text text = texts.get(i);
                TextLayout layout =
                        new TextLayout(canvas, context.paragraphs(), ULocale.forLanguageTag(text.language()));
                layout.put(
                        document.structure().add("P"),
                        CleanText.line(text.text()),
                        STYLE,
                        20,
                        20 + 24 * i,
                        720,
                        TextLayout.Align.START);
            }
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        document.save(file);
        return file.toByteArray();
    }
}
