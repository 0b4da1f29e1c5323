package io.tollgate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.fuzz.DefectSimulator.Defect;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Control: the fuzzer detects a gateway with one defect, by the complaint about that defect. */
@SecondStage
class FuzzControlTest {
    private static final int REQUESTS = 2_000;
    private static final long SEED = 20_260_101;

    @ParameterizedTest
    @EnumSource
    void a_defect_is_detected(Defect defect) {
        TestGateway gateway = TestGateway.shared();
        Document document = ApiFuzzTest.document(gateway);
        Round round =
                new Round(gateway, new DefectSimulator(new RawConnection(gateway.port()), defect), document, SEED);
        Round.Found found = catchThrowableOfType(Round.Found.class, () -> round.run(REQUESTS));
        assertThat(found).as(defect.name()).isNotNull();
        assertThat(defect.complaints)
                .as(found.getMessage())
                .anyMatch(complaint -> found.getMessage().startsWith("[" + complaint));
        assertThat(found.getMessage())
                .contains("-Dfuzz.seed=" + SEED)
                .contains(" HTTP/1.1\r\n")
                .doesNotContain("sk_");
    }
}
