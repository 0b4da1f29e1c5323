package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.records.Documents;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** References to files. A deletion and a save at the same time leave no reference to a deleted file. */
class FileReferenceTest {
    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String upload(String purpose) {
        return FileSamples.upload(api, purpose, "a.png", FileSamples.png(1, 1))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private Reply delete(String file) {
        return api.send("DELETE", "/v1/files/" + file, Map.of());
    }

    private void isAttached(String file) {
        assertThat(delete(file).expect(409).json().get("code").textValue()).isEqualTo("file_attached");
    }

    private String bump() {
        return seller.create(Products.RESOURCE, true, record -> record.put("role", "orderbump"))
                .get("id")
                .textValue();
    }

    private Reply attach(String product, String file) {
        return api.patch("/v1/products/" + product, "{\"imageIds\":[\"" + file + "\"]}");
    }

    /** References to files that do not exist, in all documents of the seller. */
    private long dangling() {
        return TestSeller.rows("""
                        SELECT count(*) FROM product p, jsonb_path_query(p.document, '$.media[*].fileId') x
                        WHERE p.seller_id = $1 AND p.document -> 'media' -> 0 ->> 'name' = 'a.png'
                          AND NOT EXISTS (SELECT FROM file f WHERE f.seller_id = $1 AND f.id = x #>> '{}')
                        """, seller.id()).iterator().next().getLong(0);
    }

    @Test
    void a_form_keeps_its_files_and_a_page_its_images() {
        String file = upload("file");
        String image = upload("image");
        String form = api.post(
                        "/v1/forms", "{\"name\":\"A\",\"fileIds\":[\"" + file + "\"],\"imageIds\":[\"" + image + "\"]}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        isAttached(file);
        isAttached(image);
        api.patch("/v1/forms/" + form, "{\"name\":\"B\"}").expect(200);
        isAttached(file);
        api.patch("/v1/forms/" + form, "{\"fileIds\":[]}").expect(200);
        delete(file).expect(200);
        isAttached(image);
        api.patch("/v1/forms/" + form, "{\"imageIds\":[]}").expect(200);
        delete(image).expect(200);
    }

    @Test
    void a_record_that_is_deleted_releases_its_files() {
        String image = upload("image");
        String product = bump();
        attach(product, image).expect(200);
        isAttached(image);
        api.send("DELETE", "/v1/products/" + product, Map.of()).expect(200);
        delete(image).expect(200);
    }

    @Test
    void a_ticket_type_keeps_its_image() {
        String image = upload("image");
        JsonNode event = api.post(
                        "/v1/events",
                        "{\"name\":\"A\",\"ticketGroups\":[{\"name\":\"G\",\"ticketTypes\":"
                                + "[{\"name\":\"T\",\"imageId\":\"" + image + "\"}]}]}")
                .expect(201)
                .json();
        isAttached(image);
        String types = "/v1/events/" + event.at("/data/id").textValue() + "/ticket-groups/"
                + event.at("/data/ticketGroups/0/id").textValue() + "/ticket-types/";
        api.patch(types + event.at("/data/ticketGroups/0/ticketTypes/0/id").textValue(), "{\"imageId\":null}")
                .expect(200);
        delete(image).expect(200);
    }

    /** Under row-level security, an index serves only leakproof operators; this query uses the index. */
    @Test
    void a_deletion_finds_references_by_an_index() {
        StringBuilder plan = new StringBuilder();
        TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> transaction
                                        .query("SET LOCAL enable_seqscan = off")
                                        .execute()
                                        .compose(off -> transaction
                                                .query("EXPLAIN SELECT FROM file_reference WHERE seller_id = '"
                                                        + seller.id() + "' AND file_id = '" + "a".repeat(24) + "'")
                                                .execute())))
                .forEach(row -> plan.append(row.getString(0)).append('\n'));
        assertThat(plan).contains("file_reference_pkey").containsPattern("Index Cond: .*file_id = ");
    }

    @Test
    void saving_and_deleting_at_once_leave_no_dangling_reference() {
        String product = bump();
        for (int round = 0; round < 10; round++) {
            String file = upload("image");
            List<Integer> statuses = Parallel.times(2, i -> i == 0 ? attach(product, file) : delete(file)).stream()
                    .map(Reply::status)
                    .toList();
            assertThat(statuses).isIn(List.of(200, 409), List.of(400, 200));
            assertThat(dangling()).isZero();
        }
    }

    /** A save with a reference to the file, not yet committed when the deletion starts. */
    @Test
    void a_deletion_waits_for_a_save_that_uses_the_file() throws Exception {
        String file = upload("image");
        ObjectNode product = product(file);
        assertThat(whileSaving(
                                file,
                                transaction -> FileReferences.find(transaction, seller.scope(true), List.of(file))
                                        .compose(found -> save(transaction, product))
                                        .compose(saved -> reference(transaction, product, file)))
                        .status())
                .isEqualTo(409);
        assertThat(dangling()).isZero();
    }

    /** Control: the same save without the lock and without the reference. */
    @Test
    void a_save_without_lock_and_reference_would_dangle() throws Exception {
        String file = upload("image");
        ObjectNode product = product(file);
        assertThat(whileSaving(file, transaction -> save(transaction, product)).status())
                .isEqualTo(200);
        assertThat(dangling()).isOne();
    }

    private ObjectNode product(String file) {
        ObjectNode product = seller.sample(Products.RESOURCE, true, Instant.now());
        product.put("role", "orderbump").remove(List.of("stock"));
        product.putArray("media").addObject().put("fileId", file).put("name", "a.png");
        return product;
    }

    private Future<?> save(SqlConnection transaction, ObjectNode product) {
        return Documents.insert(transaction, seller.scope(true), Products.RESOURCE, product, Map.of(), Instant.now());
    }

    private Future<?> reference(SqlConnection transaction, ObjectNode product, String file) {
        return transaction
                .preparedQuery("INSERT INTO file_reference (seller_id, file_id, kind, record_id)"
                        + " VALUES ($1, $2, 'product', $3)")
                .execute(Tuple.of(seller.id(), file, product.get("id").textValue()));
    }

    private interface Save {
        Future<?> in(SqlConnection transaction);
    }

    /** Returns the response to a deletion that starts between the save and its commit. */
    private Reply whileSaving(String file, Save save) throws Exception {
        CompletableFuture<Void> saved = new CompletableFuture<>();
        Promise<Void> commit = Promise.promise();
        Future<Void> saving = TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction -> save.in(transaction)
                                .compose(done -> {
                                    saved.complete(null);
                                    return commit.future();
                                })
                                .onFailure(saved::completeExceptionally));
        saved.get(60, TimeUnit.SECONDS);
        CompletableFuture<Reply> deletion = CompletableFuture.supplyAsync(() -> delete(file));
        TimeUnit.MILLISECONDS.sleep(300);
        commit.complete();
        TestSeller.await(saving);
        return deletion.get(60, TimeUnit.SECONDS);
    }

    /** The foreign key rejects the deletion even if the deletion does not check for references. */
    @Test
    void the_database_keeps_a_file_that_is_referred_to() {
        String file = upload("image");
        attach(bump(), file).expect(200);
        assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> transaction
                                        .preparedQuery("DELETE FROM file WHERE seller_id = $1 AND id = $2")
                                        .execute(Tuple.of(seller.id(), file)))))
                .isInstanceOfSatisfying(
                        PgException.class,
                        refused -> assertThat(refused.getSqlState()).isEqualTo("23503"));
    }

    /** The migration fills both tables from the documents of an older version. */
    @Test
    void a_migration_fills_in_references_and_used_bytes() throws IOException {
        String image = upload("image");
        String file = upload("file");
        attach(bump(), image).expect(200);
        api.post("/v1/forms", "{\"name\":\"A\",\"fileIds\":[\"" + file + "\"]}").expect(201);
        String references = "SELECT file_id, kind, record_id FROM file_reference WHERE seller_id = $1 ORDER BY 1, 2, 3";
        String used = "SELECT used_bytes FROM seller_storage WHERE seller_id = $1";
        List<String> before = texts(references);
        List<String> bytes = texts(used);
        assertThat(before).hasSize(2);
        TestSeller.rows("DELETE FROM file_reference WHERE seller_id = $1", seller.id());
        TestSeller.rows("DELETE FROM seller_storage WHERE seller_id = $1", seller.id());
        fillIn("V019__storage_quota.sql");
        fillIn("V020__file_references.sql");
        assertThat(texts(references)).isEqualTo(before);
        assertThat(texts(used)).isEqualTo(bytes);
    }

    private List<String> texts(String sql) {
        List<String> texts = new java.util.ArrayList<>();
        for (Row row : TestSeller.rows(sql, seller.id())) {
            texts.add(row.deepToString());
        }
        return texts;
    }

    private static void fillIn(String step) throws IOException {
        String sql = Files.readString(MIGRATIONS.resolve(step));
        String insert = sql.substring(sql.indexOf("INSERT INTO"));
        TestSeller.rows(insert.substring(0, insert.indexOf(";")) + " ON CONFLICT DO NOTHING");
    }
}
