package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TollgateCommandTest {
    private static final String NOWHERE = "postgres://me:hidden@127.0.0.1:1/none";

    @TempDir
    Path folder;

    /** The output of a command and its exit status. */
    private record Said(int status, String out, String err) {}

    private static Said say(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                TollgateCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Said(line.execute(args), out.toString(), err.toString());
    }

    private static void refused(Said said, String line) {
        assertThat(said.err()).isEqualTo("tollgate: " + line + System.lineSeparator());
        assertThat(said.status()).isEqualTo(2);
    }

    /** A service manager must not restart the program. */
    private static void misconfigured(Said said, String line) {
        assertThat(said.err()).isEqualTo("tollgate: " + line + System.lineSeparator());
        assertThat(said.status()).isEqualTo(78);
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    @Test
    void wrong_options_are_one_line() {
        misconfigured(
                say("run", "--prot", "1"), "unknown option --prot; did you mean --port? (see tollgate run --help)");
        misconfigured(
                say("run", "--databse-url", "postgres://x@y/z"),
                "unknown option --databse-url; did you mean --database-url? (see tollgate run --help)");
        refused(
                say("doctor", "--verbos"),
                "unknown option --verbos; did you mean --verbose? (see tollgate doctor --help)");
        refused(say("keys"), "specify create, list, sellers, revoke or secrets (see tollgate keys --help)");
        refused(say("seller"), "specify export or import (see tollgate seller --help)");
        refused(
                say("keys", "create", "--seller", "x"),
                "Missing required option: '--mode=live|test' (see tollgate keys create --help)");
    }

    @Test
    void wrong_settings_are_one_line_each() throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.json"), "{\"prot\": 1}");
        misconfigured(
                say("run", "--config", file.toString()), "prot in " + file + ": no such setting; did you mean port?");
        misconfigured(say("run", "--port", "x"), "port: must be a whole number from 0 to 65535, not \"x\"");
    }

    private Said run(String settings) throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.json"), settings);
        return say("run", "--config", file.toString(), "--port=0", "--management-port=0", "--data", data());
    }

    @Test
    void a_proxy_that_is_no_address_is_one_line() throws IOException {
        for (String wrong : new String[] {"300.1.1.1", "10.0.0.0/33", "10.0.0.0/x"}) {
            misconfigured(
                    run("{\"trustedProxies\": [\"" + wrong + "\"]}"),
                    "trustedProxies: \"" + wrong + "\" is neither an address nor a network like 10.0.0.0/8");
        }
        assertThat(folder.resolve("data/postgres")).doesNotExist();
    }

    @Test
    void a_log_that_cannot_be_written_is_one_line() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "").resolve("tollgate.log");

        misconfigured(
                run("{\"logFile\": \"" + file + "\"}"),
                "logFile: " + file + " cannot be written: a file of this name exists");
    }

    @Test
    void taken_ports_are_named_before_anything_is_made() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            refused(
                    say("run", "--port", port, "--management-port", "0", "--data", data()),
                    "port: port %s on 127.0.0.1 is in use; choose another with --port or TOLLGATE_PORT"
                            .formatted(port));
            refused(
                    say("run", "--port", "0", "--management-port", port, "--data", data()),
                    ("managementPort: port %s on 127.0.0.1 is in use;"
                                    + " choose another with --management-port or TOLLGATE_MANAGEMENT_PORT")
                            .formatted(port));
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void unreachable_database_is_one_line_without_its_password() {
        refused(
                say("keys", "list", "--seller", "x", "--database-url", NOWHERE, "--data", data()),
                "database postgres://me:***@127.0.0.1:1/none cannot be reached: Connection refused");
    }

    @Test
    void settings_are_printed_without_secrets() {
        Said said = say("run", "--print-settings", "--database-url", NOWHERE, "--no-demo");
        assertThat(said.status()).isZero();
        assertThat(said.out())
                .contains("database.url = postgres://me:***@", "demo = false")
                .doesNotContain("hidden");
    }

    /** On a database that a gateway uses under another secret, the key would be rejected. */
    @Test
    void key_is_created_only_under_a_secret_of_the_gateway() throws IOException {
        String url = TestGateway.shared().databaseUrl();
        String[] create = {
            "keys", "create", "--seller", "stranger", "--mode", "live", "--database-url", url, "--data", data()
        };
        Path secret = folder.resolve("data/secret");
        assertThat(say(create).err()).contains("no secret: set TOLLGATE_SECRET", "set the secret of its gateway");
        assertThat(secret).doesNotExist();

        Files.createDirectories(secret.getParent());
        Files.writeString(secret, "d4".repeat(32));
        Said refused = say(create);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err())
                .contains("no gateway of this database uses the master secret", "TOLLGATE_SECRET_FILE");
        assertThat(refused.out()).isEmpty();

        Files.writeString(secret, TestGateway.SECRET);
        Said created = say(create);
        assertThat(created.err()).isEmpty();
        assertThat(created.status()).isZero();
    }

    @Test
    void key_is_made_listed_and_revoked() {
        Said created = say("keys", "create", "--seller", "shop", "--mode", "live", "--label", "till", "--data", data());
        assertThat(created.err()).isEmpty();
        Matcher key = Pattern.compile("(?m)^sk_live_[0-9A-Za-z]{38}$").matcher(created.out());
        assertThat(key.find()).isTrue();
        assertThat(created.out()).contains("Created seller shop.");

        Said listed = say("keys", "list", "--seller", "shop", "--data", data());
        assertThat(listed.out())
                .contains(key.group().substring(0, 12) + ".." + key.group().substring(42), "till")
                .doesNotContain(key.group());

        String[] revoke = {"keys", "revoke", "--seller", "shop", "--mode", "live", "--label", "till", "--data", data()};
        assertThat(say("keys", "list", "--data", data()).out()).isEqualTo(listed.out());
        assertThat(say("keys", "sellers", "--data", data()).out())
                .matches("(?s)SELLER +CREATED +LIVE +TEST +NAME\n(.*\n)?shop +20[-0-9T:]+Z +[1-9] +[0-9] +shop\n.*");
        assertThat(say(revoke).out()).isEqualTo("Revoked 1 key." + System.lineSeparator());
        refused(say(revoke), "seller shop has no active live key labeled till");

        Said summary = say("doctor", "--data", data());
        assertThat(summary.status()).isZero();
        assertThat(summary.out())
                .containsPattern("No inconsistencies found: [0-9]{2,} checks passed")
                .doesNotContain("] ok ");
        assertThat(say("doctor", "--verbose", "--data", data()).out())
                .containsPattern("] ok +processor accounts: key is usable");
    }
}
