package io.tollgate.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.crypto.Mac;

/** The controls of {@link CodeRulesTest}: code that violates each of its rules. */
final class Offenders {
    private Offenders() {}

    static final class AsksTheTime {
        Instant now() {
            return Instant.now();
        }
    }

    static final class AsksTheMillis {
        long now() {
            return System.currentTimeMillis();
        }
    }

    static final class AsksTheDay {
        LocalDate today() {
            return LocalDate.now();
        }
    }

    static final class EncodesForThePlatform {
        @SuppressWarnings("DefaultCharset")
        byte[] bytes(String text) {
            return text.getBytes();
        }
    }

    static final class DecodesForThePlatform {
        @SuppressWarnings("DefaultCharset")
        String text(byte[] bytes) {
            return new String(bytes);
        }
    }

    static final class ReadsForThePlatform {
        @SuppressWarnings("DefaultCharset")
        Reader reader(InputStream in) {
            return new InputStreamReader(in);
        }
    }

    static final class ReadsAProcess {
        Reader reader(Process process) {
            return process.inputReader();
        }
    }

    static final class ComparesAFile {
        void compare(Path file) {
            assertThat(file).content().isEqualTo("ä");
        }
    }

    static final class WrapsNumbers {
        Integer amount(JsonObject body) {
            return body.getInteger("amount");
        }
    }

    static final class Prints {
        void say() {
            System.out.println("x");
        }
    }

    static final class PrintsTraces {
        void say(Exception failure) {
            failure.printStackTrace();
        }
    }

    static final class LogsElsewhere {
        void say() {
            Logger.getLogger("x").info("x");
        }
    }

    static final class Sleeps {
        void rest() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    static final class Joins {
        String result(CompletableFuture<String> later) {
            return later.join();
        }
    }

    static final class Gets {
        String result(CompletableFuture<String> later)
                throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException {
            return later.get(1, TimeUnit.SECONDS);
        }
    }

    static final class Awaits {
        String result(Future<String> later) {
            return Future.await(later);
        }
    }

    static final class CountsDown {
        void stop(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    static final class Connects {
        void open() throws SQLException {
            DriverManager.getConnection("jdbc:none").close();
        }
    }

    static final class ComparesBytes {
        boolean same(byte[] one, byte[] other) {
            return Arrays.equals(one, other);
        }
    }

    static final class ComparesSignatures {
        boolean right(String sent) throws GeneralSecurityException {
            return sent.equals(Arrays.toString(Mac.getInstance("HmacSHA256").doFinal()));
        }
    }

    static final class TrustsAll {
        HttpClientOptions options() {
            return new HttpClientOptions().setTrustAll(true);
        }
    }

    static final class TakesAnyHost {
        HttpClientOptions options() {
            return new HttpClientOptions().setVerifyHost(false);
        }
    }
}
