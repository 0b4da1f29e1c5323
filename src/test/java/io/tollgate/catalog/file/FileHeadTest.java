package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** HEAD of a file does not read it. */
@Isolated("it takes the memory of all files")
class FileHeadTest {
    /** The control is GET, which needs memory for the bytes that it reads. */
    @Test
    void head_of_a_file_does_not_read_its_bytes() {
        TestApi anyone = TestGateway.shared().api(null);
        byte[] picture = FileSamples.png(4, 4);
        String path = URI.create(
                        FileSamples.upload(TestGateway.shared().seller().live(), "image", "a.png", picture)
                                .expect(201)
                                .json()
                                .at("/data/location")
                                .textValue())
                .getPath();
        MemoryBudget.Share others = MemoryBudget.FILES.share(ClientId.ofSeller("others"));
        try {
            assertThat(others.reserve((int) (Runtime.getRuntime().maxMemory() / 6)))
                    .isTrue();
            anyone.get(path).expect(503);
            Reply head = anyone.send("HEAD", path, Map.of()).expect(200);
            assertThat(head.header("Content-Length")).isEqualTo(Integer.toString(picture.length));
            assertThat(head.header("Content-Type")).isEqualTo("image/png");
        } finally {
            others.release();
        }
    }
}
