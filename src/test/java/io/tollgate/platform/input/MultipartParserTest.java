package io.tollgate.platform.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.support.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms are split as they were put together, however they arrive, and malformed ones are refused. */
class MultipartParserTest {
    private static final String TYPE = "multipart/form-data; boundary=xX";
    private static final String PURPOSE = "--xX\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nimage\r\n";
    private static final String FORM = "preamble\r\n" + PURPOSE
            + "--xX \t\r\nContent-Type: image/png\r\n"
            + "content-disposition: Form-Data ; NAME=file;filename=\"a\\\"b.png\"\r\n"
            + "\r\none\r\n--x\r\n\rtwo\r\n\r\n--xX--\r\nepilogue --xX";
    private static final List<String> PARTS = List.of(
            "Head[name=purpose, filename=null, type=null]", "image",
            "Head[name=file, filename=a\"b.png, type=image/png]", "one\r\n--x\r\n\rtwo\r\n");

    /** Keeps what it is told. */
    private static final class StoredFile implements MultipartParser.Sink {
        private final List<String> parts = new ArrayList<>();
        private final StringBuilder content = new StringBuilder();

        @Override
        public void begin(MultipartParser.Head head) {
            parts.add(head.toString());
        }

        @Override
        public void content(byte[] bytes) {
            content.append(new String(bytes, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void end() {
            parts.add(content.toString());
            content.setLength(0);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> read(String form, int... cuts) {
        StoredFile kept = new StoredFile();
        MultipartParser parser = new MultipartParser(TYPE, kept);
        byte[] all = bytes(form);
        int from = 0;
        for (int cut : cuts) {
            parser.feed(Arrays.copyOfRange(all, from, cut));
            from = cut;
        }
        parser.feed(Arrays.copyOfRange(all, from, all.length));
        assertThat(parser.isComplete()).isEqualTo(form.contains("--xX--"));
        return kept.parts;
    }

    private static String form(String disposition) {
        return PURPOSE + "--xX\r\n" + disposition + "\r\n\r\ncontent\r\n--xX--\r\n";
    }

    @Test
    void is_read_alike_however_it_arrives() {
        for (int first = 0; first <= FORM.length(); first++) {
            for (int second = first; second <= FORM.length(); second++) {
                assertThat(read(FORM, first, second)).isEqualTo(PARTS);
            }
        }
    }

    @Test
    void names_of_files_are_read_as_sent() {
        String start = "Content-Disposition: form-data; name=\"file\"; filename";
        assertThat(read(form(start + "=\"C:\\dir\\ü.png\""))).anyMatch(part -> part.contains("=C:\\dir\\ü.png,"));
        assertThat(read(form(start + "=\"\""))).anyMatch(part -> part.contains("filename=,"));
        assertThat(read(form(start + "=a.png; filename*=UTF-8''%c3%bc+1.png")))
                .anyMatch(part -> part.contains("=ü+1.png,"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition: form-data; name=\"file\"; ",
                "Content-Disposition: form-data; name=\"file\";",
                "Content-Disposition: form-data; name=\"file\";; filename=\"a\"",
                "Content-Disposition: form-data; name=\"file",
                "Content-Disposition: form-data; name=\"file\\\"",
                "Content-Disposition: form-data; name=\"file\"; filename=\"a",
                "Content-Disposition: form-data; name=\"file\"; filename",
                "Content-Disposition: form-data; name=\"file\"; filename=",
                "Content-Disposition: form-data; name=\"file\"; =a",
                "Content-Disposition: form-data; name=\"file\" filename=\"a\"",
                "Content-Disposition: form-data; name=\"file\"; name=\"file\"",
                "Content-Disposition: form-data; name=\"file\"; filename*=a",
                "Content-Disposition: form-data; name=\"file\"; filename*=none''a",
                "Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''%zz",
                "Content-Disposition: form-data; name=\"\"",
                "Content-Disposition: form-data; filename=\"a\"",
                "Content-Disposition: form-data",
                "Content-Disposition: attachment; name=\"file\"",
                "Content-Disposition: ,",
                "Content-Disposition:",
                "Content-Disposition",
                ": form-data; name=\"file\"",
                "Content-Type: multipart/mixed",
                "",
                "Content-Disposition: form-data; name=\"file\"\r\nContent-Disposition: form-data; name=\"file\"",
                "Content-Disposition: form-data; name=\"file\"\r\nContent-Transfer-Encoding: base64",
                "Content-Disposition: form-data;\r\n name=\"file\"",
            })
    void malformed_headers_are_refused(String header) {
        assertThatThrownBy(() -> read(form(header))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"\"",
                "multipart/form-data; boundary=\"a",
                "multipart/form-data; boundary=a; charset=none",
                "multipart/form-data; boundary=a; charset=",
                "multipart/form-data-x; boundary=a",
            })
    void malformed_types_are_refused(String type) {
        assertThatThrownBy(() -> new MultipartParser(type, new StoredFile()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void too_much_is_refused() {
        assertThatThrownBy(() -> read(PURPOSE.repeat(40))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("--xX\r\nA: " + "b".repeat(9_000))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("--xX" + " ".repeat(9_000))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Whatever is changed in a form, it is read or refused, and never fails in another way. */
    @Test
    void changed_forms_are_read_or_refused() {
        Random random = new Random(Seeds.random(1).findFirst().orElseThrow());
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder form = new StringBuilder(FORM);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(form.length());
                String marks = "\"\\;:=-\r\n ,'*%x";
                char mark = marks.charAt(random.nextInt(marks.length()));
                switch (random.nextInt(3)) {
                    case 0 -> form.insert(at, mark);
                    case 1 -> form.setCharAt(at, mark);
                    default -> form.deleteCharAt(at);
                }
            }
            try {
                new MultipartParser(TYPE, new StoredFile()).feed(bytes(form.toString()));
            } catch (IllegalArgumentException malformed) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1_000, 19_000);
    }
}
