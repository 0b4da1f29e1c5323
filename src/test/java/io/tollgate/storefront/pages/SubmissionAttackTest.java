package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for forms and their files that no page sends. Each has a defined outcome. */
class SubmissionAttackTest {
    private static final byte[] PDF = "%PDF-1.7 curriculum".getBytes(StandardCharsets.UTF_8);

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private long submissions() {
        return shop.seller().live().get("/v1/submissions").total();
    }

    private static String file(Shelf form) {
        return form.record().at("/fields/2/id").textValue();
    }

    private Shelf upload() {
        return shop.form("{'name': 'Apply', 'locale': 'en-US', 'fields': [{'label': 'CV', 'element': 'file'},"
                + " {'label': 'Motto', 'required': true}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "submission/. # submission/",
                "submission/.* # submission/",
                "submission/.* # submission/x",
                "submission/.* # submission/%00",
                "submission/.* # submission/0123456789abcdef01234567",
                "submission/.* # submission/l0123456789abcdef01234567~AAAAAAAAAAAAAAAAAAAAAAAA",
                "submission/ # checkout/",
                "~.*$ # ~",
                "~.*$ # ~AAAAAAAAAAAAAAAAAAAAAAAA",
                "$ # x",
                "$ # /files/undefined",
                "$ # /files/0123456789abcdef01234567",
                "$ # /files/%2e%2e%2f"
            })
    void changedTokensFindNothing(String pattern, String replacement) {
        String path =
                ada.order(shop.form("{'name': 'News'}").path()).expect(303).path();
        String changed = path.replaceFirst(pattern.strip(), replacement.strip());
        assertThat(changed).isNotEqualTo(path);
        assertThat(BuyerAttackTest.plain(ada.get(changed)).status()).as(changed).isIn(400, 404);
    }

    @Test
    void tokensOfOrdersAndSubmissionsAreNotExchangeable() {
        String order = ada.order(shop.product(0).path()).expect(303).path();
        BuyerAttackTest.plain(
                ada.get(order.replace("/checkout/", "/submission/")).expect(404));
    }

    @Test
    void filesOfOthersAreNotOffered() {
        TestShop other = TestShop.open();
        String foreign = FileSamples.upload(other.seller().live(), "file", "guide.txt", PDF)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String own = FileSamples.upload(shop.seller().live(), "file", "secret.txt", PDF)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String path =
                ada.order(shop.form("{'name': 'News'}").path()).expect(303).path();
        for (String id : List.of(foreign, own)) {
            BuyerAttackTest.plain(ada.get(path + "/files/" + id).expect(404));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "~",
                "0123456789abcdef01234567",
                "0123456789abcdef01234567~AAAAAAAAAAAAAAAAAAAAAAAA",
                "../../etc/passwd",
                "[]",
                "{}",
                "%00"
            })
    void forgedUploadsAreNotAttached(String token) {
        Shelf form = upload();
        Map<String, String> inputs = new HashMap<>(ada.form(ada.get(form.path())));
        inputs.remove("fields." + file(form));
        inputs.put("fields." + form.record().at("/fields/3/id").textValue(), "Onwards");
        inputs.put("uploads." + file(form), token);
        inputs.put("uploads.x", token);
        Shown sent = BuyerAttackTest.plain(ada.post(form.path(), inputs));
        assertThat(sent.status()).isIn(303, 400, 422);
        assertThat(shop.seller().live().get("/v1/files").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "..\\..\\boot.ini",
                "/etc/passwd",
                ".",
                "..",
                "a\u0000.pdf",
                "<img src=x>.pdf"
            })
    void namesOfFilesAreNoPaths(String name) {
        Shelf form = upload();
        Map<String, String> inputs = new HashMap<>(ada.form(ada.get(form.path())));
        inputs.remove("fields." + file(form));
        inputs.put("fields." + form.record().at("/fields/3/id").textValue(), "Onwards");
        Shown sent = BuyerAttackTest.plain(ada.postFiles(
                form.path(), inputs, List.of(new FormFile("fields." + file(form), name, "text/html", PDF))));
        assertThat(sent.status()).isIn(303, 400, 422);
        shop.seller()
                .live()
                .get("/v1/files")
                .expect(200)
                .json()
                .get("data")
                .forEach(stored -> assertThat(stored.get("name").textValue()).doesNotContain("/", "\\", "\u0000"));
    }

    private static final String MULTIPART = "multipart/form-data; boundary=b";

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "multipart/form-data # ''",
                "multipart/form-data # --b--",
                "multipart/form-data; boundary= # --",
                MULTIPART + " # ''",
                MULTIPART + " # --b--",
                MULTIPART + " # --b",
                MULTIPART + " # --b|x|",
                MULTIPART + " # --b|Content-Disposition: form-data||x|--b--|",
                MULTIPART + " # --b|Content-Disposition: form-data; name=\"csrf\"||x|",
                MULTIPART + " # --b|Content-Disposition: form-data; name=\"a\"; filename*=utf-8''%00||x|--b--|",
                MULTIPART + " # --b|Content-Type: multipart/mixed; boundary=c||--c|x|--c--|--b--|",
                MULTIPART + " # --b|Content-Disposition: form-data; name=\"a|b\"||x|--b--|",
                "multipart/mixed; boundary=b # --b--",
                "application/octet-stream # x"
            })
    void unreadableFormsWithFilesAreRejected(String type, String lines) {
        String body = lines.strip().replace("''", "").replace("|", "\r\n");
        assertThat(status(upload(), type.strip(), body)).isIn(400, 403, 415);
        assertThat(submissions()).isZero();
    }

    private int status(Shelf form, String type, String body) {
        RawHttp.Response response = RawHttp.send(
                        shop.gateway().port(),
                        "POST " + form.path() + " HTTP/1.1\r\nHost: localhost:"
                                + shop.gateway().port() + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                .responses()
                .get(0);
        BuyerAttackTest.plain(new Shown(response.status(), "", response.body()));
        return response.status();
    }

    /** Bytes that are no text are not replaced: the answer would not be what was sent. */
    @ParameterizedTest
    @CsvSource({"'\u00c3\u00bc', 403", "'\u00ff', 400", "'\u00ed\u00a0\u0080', 400", "'\u00c3', 400"})
    void valuesOfFormsWithFilesAreUtf8(String value, int status) {
        String body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + value + "\r\n--b--\r\n";
        assertThat(status(upload(), MULTIPART, body)).isEqualTo(status);
    }
}
