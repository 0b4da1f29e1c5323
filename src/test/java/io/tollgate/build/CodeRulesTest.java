package io.tollgate.build;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.ClientOptionsBase;
import java.io.PrintStream;
import java.security.MessageDigest;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.crypto.Mac;
import org.junit.jupiter.api.Test;

/** What no code may do. Each rule has a control that violates it. */
class CodeRulesTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tollgate");

    /** Separate programs, which have their own threads and terminal. */
    private static final String[] COMMANDS = {
        "io.tollgate.app.cli..",
        "io.tollgate.tools.demo..",
        "io.tollgate.tools.doctor..",
        "io.tollgate.tools.transfer.."
    };

    private static DescribedPredicate<JavaCall<?>> to(Class<?> owner, String... names) {
        Set<String> wanted = Set.of(names);
        return describe(
                owner.getSimpleName() + wanted,
                call -> wanted.contains(call.getName()) && call.getTargetOwner().isAssignableTo(owner));
    }

    private static DescribedPredicate<JavaCall<?>> any(List<DescribedPredicate<JavaCall<?>>> calls) {
        return describe("one of " + calls, call -> calls.stream().anyMatch(each -> each.test(call)));
    }

    /** Checks that the code satisfies the rule and that every offender violates it. */
    private static void holds(ArchRule rule, Class<?>... offenders) {
        for (Class<?> offender : offenders) {
            assertThat(rule.evaluate(new ClassFileImporter().importClasses(offender))
                            .hasViolation())
                    .as("%s is refused", offender.getSimpleName())
                    .isTrue();
        }
        rule.allowEmptyShould(true).check(MAIN);
    }

    @Test
    void the_time_is_asked_of_the_clock() {
        List<DescribedPredicate<JavaCall<?>>> times = List.of(
                to(Instant.class, "now"),
                to(LocalDate.class, "now"),
                to(LocalDateTime.class, "now"),
                to(OffsetDateTime.class, "now"),
                to(ZonedDateTime.class, "now"),
                to(System.class, "currentTimeMillis"),
                to(Clock.class, "systemUTC", "systemDefaultZone", "system"));
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("io.tollgate.platform.clock..", "io.tollgate.platform.db..")
                        .should()
                        .callCodeUnitWhere(any(times))
                        .orShould()
                        .callConstructor(java.util.Date.class),
                Offenders.AsksTheTime.class,
                Offenders.AsksTheMillis.class,
                Offenders.AsksTheDay.class);
    }

    /** 4294967297 would become 1. Messages between verticles contain only values that Tollgate has put there. */
    @Test
    void numbers_are_read_by_what_refuses_those_that_do_not_fit() {
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("io.tollgate.processor..", "io.tollgate.simulator..")
                        .should()
                        .callCodeUnitWhere(any(List.of(
                                to(JsonObject.class, "getInteger", "getLong", "getNumber", "getDouble"),
                                to(JsonArray.class, "getInteger", "getLong", "getNumber", "getDouble")))),
                Offenders.WrapsNumbers.class);
    }

    @Test
    void nothing_is_said_but_in_the_log() {
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.tollgate.app.cli..")
                        .should()
                        .accessField(System.class, "out")
                        .orShould()
                        .accessField(System.class, "err")
                        .orShould()
                        .callCodeUnitWhere(any(List.of(
                                to(Throwable.class, "printStackTrace"), to(PrintStream.class, "println", "printf")))),
                Offenders.Prints.class,
                Offenders.PrintsTraces.class);
    }

    @Test
    void there_is_one_log() {
        holds(
                noClasses()
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "java.util.logging..", "org.apache.commons.logging..", "java.lang.System$Logger"),
                Offenders.LogsElsewhere.class);
    }

    /**
     * PDF workers change their priority once, by a program whose end they await; the log writer has its own
     * thread.
     */
    @Test
    void nobody_waits_where_requests_are_served() {
        List<DescribedPredicate<JavaCall<?>>> waits = List.of(
                to(Thread.class, "sleep", "join"),
                to(Object.class, "wait"),
                to(CompletableFuture.class, "join"),
                to(java.util.concurrent.Future.class, "get"),
                to(Future.class, "await"),
                to(CountDownLatch.class, "await"),
                to(Semaphore.class, "acquire"),
                to(BlockingQueue.class, "take", "put"),
                to(Process.class, "waitFor"));
        String[] mayWait = Arrays.copyOf(COMMANDS, COMMANDS.length + 1);
        mayWait[COMMANDS.length] = "io.tollgate.platform.db..";
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(mayWait)
                        .and()
                        .doNotHaveFullyQualifiedName("io.tollgate.pdf.IdlePriority")
                        .and()
                        .doNotHaveFullyQualifiedName("io.tollgate.platform.log.QueuedAppender")
                        .should()
                        .callCodeUnitWhere(any(waits)),
                Offenders.Sleeps.class,
                Offenders.Joins.class,
                Offenders.Gets.class,
                Offenders.Awaits.class,
                Offenders.CountsDown.class);
    }

    /** JDBC blocks: it is for commands, and for migrations before the first request. */
    @Test
    void no_request_goes_through_jdbc() {
        String[] mayConnect = Arrays.copyOf(COMMANDS, COMMANDS.length + 1);
        mayConnect[COMMANDS.length] = "io.tollgate.platform.db..";
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(mayConnect)
                        .and()
                        .haveSimpleNameNotEndingWith("KeyRing")
                        .and()
                        .haveSimpleNameNotEndingWith("AccountRegister")
                        .and()
                        .haveSimpleNameNotEndingWith("MemberRegister")
                        .should()
                        .callCodeUnitWhere(to(DriverManager.class, "getConnection")),
                Offenders.Connects.class);
    }

    /** Values that an attacker could guess byte by byte are compared in constant time only. */
    @Test
    void secrets_are_compared_in_constant_time() {
        holds(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("io.tollgate.tools.doctor..")
                        .and()
                        .doNotHaveSimpleName("InvoiceCopy")
                        .should()
                        .callMethod(Arrays.class, "equals", byte[].class, byte[].class),
                Offenders.ComparesBytes.class);
        DescribedPredicate<JavaClass> signing = describe(
                "make a Mac of what comes back to them",
                type -> type.getCodeUnitCallsFromSelf().stream().anyMatch(to(Mac.class, "getInstance")));
        holds(
                classes()
                        .that(signing)
                        .and()
                        .doNotHaveSimpleName("Secrets")
                        .and()
                        .doNotHaveSimpleName("S3Signature")
                        .and()
                        // Signatures are compared by RotatingKey.
                        .doNotHaveSimpleName("LinkSigner")
                        .should()
                        .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class),
                Offenders.ComparesSignatures.class);
    }

    /** The platform's charset depends on the locale that starts the program or the tests. */
    @Test
    void text_is_read_and_written_in_a_named_charset() {
        JavaClasses all = new ClassFileImporter().importPackages("io.tollgate");
        ArchRule named = noClasses()
                .that(describe("are no offenders", type -> !type.getName().startsWith(Offenders.class.getName())))
                .should()
                .callCodeUnitWhere(PlatformCharset.USED);
        named.check(all);
        holds(
                noClasses().should().callCodeUnitWhere(PlatformCharset.USED),
                Offenders.EncodesForThePlatform.class,
                Offenders.DecodesForThePlatform.class,
                Offenders.ReadsForThePlatform.class,
                Offenders.ReadsAProcess.class,
                Offenders.ComparesAFile.class);
    }

    /** One lenient client would endanger strict ones too: Vert.x 5.0 may share TLS contexts between them. */
    @Test
    void every_client_checks_whom_it_talks_to() {
        holds(
                noClasses()
                        .should()
                        .callCodeUnitWhere(any(List.of(
                                to(ClientOptionsBase.class, "setTrustAll", "setVerifyHost"),
                                to(io.vertx.core.net.ClientSSLOptions.class, "setTrustAll")))),
                Offenders.TrustsAll.class,
                Offenders.TakesAnyHost.class);
    }
}
