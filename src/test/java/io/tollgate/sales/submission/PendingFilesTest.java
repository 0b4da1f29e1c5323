package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uploads of forms that are not part of a submission count toward the quota of the seller. */
class PendingFilesTest {
    private static final int MEGABYTE = 1_000_000;
    private static TestGateway gateway;

    private final TestShop shop = new TestShop(gateway, gateway.seller());
    private final Shelf shelf = shop.form("""
            {'name': 'Application', 'fields': [
              {'label': 'CV', 'element': 'file', 'required': true}, {'label': 'Motto', 'required': true}]}
            """);
    private final Buyer ada = new Buyer(gateway.url(), "ada@example.com");

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(Map.of("storage.quotaMegabytes", "10"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private String input(int field) {
        return "fields." + shelf.record().get("fields").get(field).get("id").textValue();
    }

    private Shown send(String motto) {
        Map<String, String> form = new HashMap<>(ada.form(ada.get(shelf.path())));
        form.remove(input(2));
        form.put(input(3), motto);
        FormFile file = new FormFile(input(2), "cv.bin", "application/octet-stream", new byte[2 * MEGABYTE]);
        return ada.postFiles(shelf.path(), form, List.of(file));
    }

    private long used() {
        return FileSamples.used(shop.seller().live());
    }

    private void expire(Duration later) {
        FileSamples.expire(shop.seller(), later);
    }

    @Test
    void invalidFormsStoreAtMostHalfOfTheQuota() {
        send("").expect(422);
        send("").expect(422);
        send("").expect(409);
        assertThat(used()).isEqualTo(4 * MEGABYTE);
        FileSamples.upload(shop.seller().live(), "file", "a", new byte[6 * MEGABYTE])
                .expect(201);
        FileSamples.upload(shop.seller().live(), "file", "b", new byte[1]).expect(409);
    }

    @Test
    void uploadIsCountedOnceWhenItIsSubmittedAndNotAfterItExpires() {
        Shown again = send("").expect(422);
        Map<String, String> corrected = new HashMap<>(ada.formAgain(again));
        corrected.put(input(3), "Onwards");
        corrected.remove(input(2));
        ada.post(shelf.path(), corrected).expect(303);
        assertThat(used()).isEqualTo(2 * MEGABYTE);
        send("").expect(422);
        expire(Duration.ofHours(24));
        assertThat(used()).isEqualTo(4 * MEGABYTE);
        expire(Duration.ofHours(26));
        assertThat(used()).isEqualTo(2 * MEGABYTE);
    }
}
