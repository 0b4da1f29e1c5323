package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages written by the API pass the doctor's rules. */
class PagesAreSoundTest {
    @Test
    void the_doctor_finds_nothing() throws Exception {
        try (TestDatabase database = new TestDatabase();
                TestGateway gateway = TestGateway.startPatient(Map.of("database.url", database.url()))) {
            TestApi api =
                    gateway.api(gateway.keys().create("sound", true, "test").key());
            for (String path : List.of("/v1/checkout-pages", "/v1/forms")) {
                String page = path + "/"
                        + api.post(path, "{\"name\":\"Äpfel\",\"title\":\"T\",\"testmode\":true}")
                                .expect(201)
                                .json()
                                .at("/data/id")
                                .textValue();
                api.patch(page, "{\"name\":\"Birnen\",\"title\":null,\"slug\":\"birnen-" + page.length() + "\"}")
                        .expect(200);
                api.post(page + "/fields", "{\"label\":\"A\"}").expect(201);
                String second = page + "/fields/"
                        + api.get(page + "/fields").json().at("/data/2/id").textValue();
                api.patch(second, "{\"label\":\"B\"}").expect(200);
                api.send("DELETE", second, Map.of()).expect(200);
                api.send("DELETE", page, Map.of()).expect(200);
                api.post(path, "{\"name\":\"Äpfel\"}").expect(201);
            }
            List<String> lines = new ArrayList<>();
            Doctor.check(database.url(), lines::add);
            assertThat(lines).isNotEmpty().noneMatch(line -> line.startsWith("BAD"));
        }
    }
}
