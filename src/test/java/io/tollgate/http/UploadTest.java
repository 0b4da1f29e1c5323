package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UploadTest {
    private final Promise<Void> written = Promise.promise();

    /** A disk that takes its time. */
    private final AsyncFile slow = (AsyncFile) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncFile.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "write" -> written.future();
                case "close" -> Promise.promise().future();
                default -> proxy;
            });

    private final Upload upload = new Upload(slow, Path.of("unused"), "a.txt", null, 100);

    @Test
    void it_is_being_written_until_the_disk_has_it() {
        upload.write(Buffer.buffer("some"));
        assertThat(upload.isWriting()).isTrue();
        written.complete();
        assertThat(upload.isWriting()).isFalse();
    }

    @Test
    void a_disk_that_closes_slowly_does_not_make_it_one_without_an_end() {
        upload.end();
        assertThat(upload.isWriting()).isTrue();
    }
}
