package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.PdfReader;
import io.tollgate.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSObjectKey;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionJavaScript;
import org.apache.pdfbox.pdmodel.interactive.action.PDPageAdditionalActions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No text makes a ticket fail or adds active content to it. */
class TicketPdfFuzzTest {
    private static final Set<String> ACTIVE =
            Set.of("JavaScript", "JS", "Launch", "URI", "AA", "OpenAction", "Annots", "EmbeddedFile", "AcroForm");

    private static final List<String> NASTY = List.of(
            ")>>endobj 9 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>",
            "(\\) /URI (https://evil.example) /S /URI",
            "EMC ET endstream endobj trailer<</Root 1 0 R>>",
            "<script>alert(1)</script> ]]> <?xpacket end='w'?> &amp;",
            "\u202egnp.exe\u202c \u2066hidden\u2069",
            "\u0000\u0001\u001b[31m\u007f\u0085",
            "\ud800 lone \udfff",
            "Z\u0351\u0310\u0342\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c",
            "{0} %s ${jndi:ldap://x} '' {",
            "\ufdfd\ufdfd\ufdfd",
            "\u25c8\u25c9\u25a3",
            "\u200b\u200c\u200d\ufeff",
            "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66\ud83c\udffd");

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return Seeds.random(Integer.getInteger("fuzz.seeds", 40));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothing_acts(long seed) throws IOException {
        Random random = new Random(seed);
        TicketSamples sample = new TicketSamples();
        sample.sellerName = text(random);
        sample.page.put("title", text(random)).put("locale", random.nextBoolean() ? "ar-SA" : "en-US");
        ObjectNode details = sample.page.withObject("/eventDetails");
        details.put("location", text(random)).put("meetingLink", text(random)).put("type", "hybrid");
        details.put("timezone", random.nextBoolean() ? text(random) : "Europe/Berlin");
        sample.booking.put("orderId", text(random));
        sample.booking.withArray("/tickets").get(0);
        for (int i = 0; i < 3; i++) {
            sample.ticket(text(random))
                    .put("ticketShortId", text(random))
                    .put("currency", random.nextBoolean() ? "eur" : "zz");
        }
        byte[] pdf = sample.drawn(random.nextBoolean() ? TicketPdfLayout.A4 : TicketPdfLayout.A6);
        expectInert(pdf);
        for (int i = 0; i < 3; i++) {
            assertThat(PdfReader.code(pdf, i))
                    .as("seed %d, ticket %d", seed, i)
                    .isEqualTo(sample.tickets.get(i).get("checkInCode").textValue());
        }
    }

    @Test
    void each_nasty_text_is_drawn() throws IOException {
        TicketSamples sample = new TicketSamples();
        NASTY.forEach(sample::ticket);
        byte[] pdf = sample.drawn(TicketPdfLayout.A4);
        expectInert(pdf);
        assertThat(PdfReader.pages(pdf)).isEqualTo(NASTY.size());
    }

    /** Checks the document with qpdf too, where it is installed. */
    @Test
    void qpdf_finds_nothing_wrong() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/qpdf")));
        TicketSamples sample = new TicketSamples();
        NASTY.forEach(sample::ticket);
        Path file = Files.write(folder.resolve("nasty.pdf"), sample.drawn(TicketPdfLayout.A4));
        Process qpdf = new ProcessBuilder("/usr/bin/qpdf", "--check", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(qpdf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(qpdf.waitFor()).as(said).isZero();
    }

    /** Control: a document with an action on opening, and one with an action on its page. */
    @Test
    void a_document_that_acts_is_refused() throws IOException {
        for (boolean ofPage : new boolean[] {false, true}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (PDDocument document = new PDDocument()) {
                PDPage page = new PDPage();
                document.addPage(page);
                PDActionJavaScript action = new PDActionJavaScript("app.alert(1)");
                if (ofPage) {
                    page.setActions(new PDPageAdditionalActions());
                    page.getActions().setO(action);
                } else {
                    document.getDocumentCatalog().setOpenAction(action);
                }
                document.save(bytes);
            }
            assertThatThrownBy(() -> expectInert(bytes.toByteArray())).isInstanceOf(AssertionError.class);
        }
    }

    private static void expectInert(byte[] pdf) throws IOException {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            for (COSObjectKey key : document.getDocument().getXrefTable().keySet()) {
                COSObject object = document.getDocument().getObjectFromPool(key);
                expectInert(object.getObject());
            }
        }
    }

    private static void expectInert(COSBase object) {
        if (object instanceof COSDictionary dictionary) {
            for (COSName name : dictionary.keySet()) {
                assertThat(name.getName()).isNotIn(ACTIVE);
                COSBase value = dictionary.getItem(name);
                if (value instanceof COSName word) {
                    assertThat(word.getName()).isNotIn(ACTIVE);
                }
                if (!(value instanceof COSObject)) {
                    expectInert(value);
                }
            }
        } else if (object instanceof COSArray array) {
            array.forEach(item -> {
                if (!(item instanceof COSObject)) {
                    expectInert(item);
                }
            });
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int pieces = 1 + random.nextInt(5);
        for (int i = 0; i < pieces; i++) {
            switch (random.nextInt(4)) {
                case 0 -> text.append(NASTY.get(random.nextInt(NASTY.size())));
                case 1 -> text.appendCodePoint(random.nextInt(0x3000));
                case 2 -> text.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
                default -> random.ints(1 + random.nextInt(30), 0, 0x600).forEach(text::appendCodePoint);
            }
        }
        return text.toString();
    }
}
