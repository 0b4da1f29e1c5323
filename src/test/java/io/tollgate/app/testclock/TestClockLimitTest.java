package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestShop;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestClockLimitTest {
    @ParameterizedTest
    @ValueSource(strings = {"P11Y", "PT999999999S", "PT1000000000S", "P9999999D"})
    void longMovesNameTheLimit(String duration) {
        assertThat(TestShop.open()
                        .seller()
                        .test()
                        .post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                        .expect(400)
                        .json()
                        .at("/errors/0/message")
                        .textValue())
                .contains("at most 10 years");
    }
}
