package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that openapi-generator, openapi-typescript, hey-api and orval generate from the document compile, and write
 * and read a record. Needs Maven and npm with their registries, and Python with the libraries that its client uses.
 *
 * <p>A payment method has {@code exp_month} and {@code expMonth}, which openapi-generator gives one name unless it is
 * told two.
 */
@SecondStage
class GeneratedClientsTest {
    private static final Path SOURCES = Path.of("src/test/clients");
    private static final String GENERATOR = "org.openapitools:openapi-generator-cli:7.17.0";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> NAMES =
            List.of("--name-mappings", "exp_month=expMonthSnake,exp_year=expYearSnake");

    @TempDir
    static Path folder;

    @BeforeAll
    static void prepare() throws IOException, InterruptedException {
        assumeTrue(succeeds("mvn", "--version"), "needs mvn");
        TestGateway gateway = TestGateway.shared();
        Files.writeString(
                folder.resolve("openapi.json"),
                gateway.api(null).get("/openapi.json").expect(200).body());
        boolean copied = succeeds(
                "mvn", "-q", "-B", "dependency:copy", "-Dartifact=" + GENERATOR, "-DoutputDirectory=" + folder);
        assumeTrue(copied, "needs " + GENERATOR + " from Maven Central");
        for (String name : List.of("Client.java", "client.py", "client.ts", "package.json")) {
            Files.copy(SOURCES.resolve(name), folder.resolve(name));
        }
    }

    private record Result(boolean succeeded, String printed) {}

    private static Result start(Path directory, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("TOLLGATE_URL", TestGateway.shared().url());
        builder.environment().put("TOLLGATE_KEY", TestGateway.shared().seller().testKey());
        try {
            Process process = builder.start();
            boolean ended = process.waitFor(8, TimeUnit.MINUTES);
            process.destroyForcibly();
            return new Result(ended && process.exitValue() == 0, Files.readString(output));
        } catch (IOException absent) {
            return new Result(false, String.valueOf(absent.getMessage()));
        }
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        return start(folder, List.of(command)).succeeded();
    }

    private static String run(Path directory, String... command) throws IOException, InterruptedException {
        Result result = start(directory, List.of(command));
        assertThat(result.succeeded())
                .as("%s printed: %s", String.join(" ", command), result.printed())
                .isTrue();
        return result.printed();
    }

    private static Path generate(String generator) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "-jar",
                GENERATOR.replaceAll(".*:(.*):(.*)", "$1-$2.jar"),
                "generate",
                "-i",
                "openapi.json",
                "-g",
                generator,
                "-o",
                generator));
        command.addAll(NAMES);
        run(folder, command.toArray(String[]::new));
        return folder.resolve(generator);
    }

    @Test
    void java() throws IOException, InterruptedException {
        Path project = generate("java");
        Files.copy(folder.resolve("Client.java"), project.resolve("src/main/java/Client.java"));
        run(
                project,
                "mvn",
                "-q",
                "-B",
                "-Dmaven.test.skip=true",
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=classpath.txt");
        String classpath = "target/classes:" + Files.readString(project.resolve("classpath.txt"));
        assertThat(run(project, JAVA, "-cp", classpath, "Client")).contains("java works");
    }

    @Test
    void python() throws IOException, InterruptedException {
        assumeTrue(
                succeeds("python3", "-c", "import dateutil, pydantic, typing_extensions, urllib3"),
                "needs python3 with python-dateutil, pydantic, typing_extensions and urllib3");
        Path project = generate("python");
        Files.copy(folder.resolve("client.py"), project.resolve("client.py"));
        run(project, "python3", "-m", "compileall", "-q", "openapi_client");
        assertThat(run(project, "python3", "client.py")).contains("python works");
    }

    @Test
    void typeScript() throws IOException, InterruptedException {
        assumeTrue(
                succeeds("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"),
                "needs npm and the packages of src/test/clients/package.json");
        generate("typescript-fetch");
        run(folder, "node_modules/.bin/openapi-typescript", "openapi.json", "-o", "openapi-typescript.ts");
        run(folder, "node_modules/.bin/openapi-ts", "-i", "openapi.json", "-o", "hey-api");
        run(folder, "node_modules/.bin/orval", "--input", "openapi.json", "--output", "orval.ts");
        run(
                folder,
                "node_modules/.bin/tsc",
                "--strict",
                "--skipLibCheck",
                "--module",
                "commonjs",
                "--moduleResolution",
                "node10",
                "--target",
                "es2022",
                "--outDir",
                "out",
                "client.ts");
        Files.createSymbolicLink(folder.resolve("out/node_modules"), folder.resolve("node_modules"));
        assertThat(run(folder, "node", "out/client.js"))
                .contains("typescript-fetch works", "openapi-typescript works", "hey-api works", "orval works");
    }
}
