package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.PdfTemplate;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.TextLayout;
import io.tollgate.pdf.TextLayout.Align;
import io.tollgate.pdf.TextStyle;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.document.QrCode;
import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.font.Weight;
import java.io.OutputStream;
import java.time.Instant;

/** A page of paper for a wall: the title of a page, the QR code of its address, and the address itself. */
public final class PagePoster implements PdfTemplate {
    private static final float WIDTH = 595.28f;
    private static final float HEIGHT = 841.89f;
    private static final float MARGIN = 56;
    private static final float INNER = WIDTH - 2 * MARGIN;
    private static final float SIDE = 340;
    private static final TextStyle SELLER = new TextStyle(Weight.SEMIBOLD, 18, 24, RgbColor.BLACK);
    private static final TextStyle TITLE = new TextStyle(Weight.EXTRABOLD, 52, 58, RgbColor.BLACK);
    private static final TextStyle ADDRESS = new TextStyle(Weight.REGULAR, 17, 23, RgbColor.BLACK);

    static PdfRequest request(JsonNode page, String seller) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        String title = page.path("title").asText("");
        content.put("locale", page.path("locale").asText())
                .put("title", title.isEmpty() ? page.path("name").asText() : title)
                .put("seller", seller)
                .put("address", page.path("url").asText());
        return PdfRequest.of(new PagePoster(), content);
    }

    @Override
    public String name() {
        return "poster-1";
    }

    @Override
    public void render(JsonNode json, RenderContext context, OutputStream out) {
        ContentNode content = new ContentNode(json);
        ULocale locale = Formats.locale(content.text("locale"));
        PdfDocument document = context.document(new Description(
                content.text("title"),
                content.text("seller"),
                locale.toLanguageTag(),
                Instant.EPOCH,
                context.digest()));
        try (Canvas canvas = document.page(WIDTH, HEIGHT)) {
            TextLayout text = new TextLayout(canvas, context.paragraphs(), locale);
            draw(canvas, text, document.structure().add("Sect"), content);
        }
        document.save(out);
    }

    private static void draw(Canvas canvas, TextLayout text, Tag section, ContentNode content) {
        float y = text.put(
                section.add("P"),
                text.fit(content.text("seller"), SELLER, new float[] {18, 14}, INNER, 2),
                MARGIN,
                MARGIN,
                INNER,
                Align.CENTER);
        TextLayout.Fitting title = text.fit(content.text("title"), TITLE, new float[] {52, 44, 36, 28, 22}, INNER, 4);
        text.put(section.add("H1"), title, MARGIN, y + 40, INNER, Align.CENTER);
        float top = HEIGHT - MARGIN - 76 - SIDE;
        String address = content.text("address");
        QrCode code = QrCode.of(address);
        float left = (WIDTH - SIDE) / 2;
        float bottom = HEIGHT - top - SIDE;
        Tag figure = section.figure("QR code: " + address, left, bottom, left + SIDE, bottom + SIDE);
        canvas.tagged(figure, () -> {
            canvas.fillColor(RgbColor.BLACK);
            canvas.code(code, left, top, SIDE);
        });
        String plain = address.replaceFirst("^https?://", "");
        text.put(
                section.add("P"),
                text.fit(text.technical(plain), ADDRESS, new float[] {17, 14, 11, 9}, INNER, 2),
                MARGIN,
                top + SIDE + 46,
                INNER,
                Align.CENTER);
    }
}
