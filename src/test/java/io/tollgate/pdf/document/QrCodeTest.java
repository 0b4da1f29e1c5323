package io.tollgate.pdf.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import io.tollgate.support.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast selection of the mask gives the same result as ZXing's. */
class QrCodeTest {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ ./:$%*+äé字";

    static LongStream seeds() {
        return Seeds.random(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_module_is_as_the_encoder_would_have_it(long seed) throws WriterException {
        Random random = new Random(seed);
        for (int length = 1; length < 300; length++) {
            StringBuilder content = new StringBuilder();
            int letters = random.nextInt(3) == 0 ? 26 : LETTERS.length();
            for (int i = 0; i < length; i++) {
                content.append(LETTERS.charAt(random.nextInt(letters)));
            }
            ByteMatrix right =
                    Encoder.encode(content.toString(), ErrorCorrectionLevel.M).getMatrix();
            QrCode code = QrCode.of(content.toString());
            assertThat(code.size()).isEqualTo(right.getWidth());
            for (int y = 0; y < code.size(); y++) {
                for (int x = 0; x < code.size(); x++) {
                    assertThat(code.dark(x, y))
                            .as("%s at %d, %d", content, x, y)
                            .isEqualTo(right.get(x, y) == 1);
                }
            }
        }
    }
}
