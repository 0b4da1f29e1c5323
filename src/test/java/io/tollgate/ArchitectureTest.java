package io.tollgate;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The permitted dependencies between packages. */
@AnalyzeClasses(packages = "io.tollgate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] FEATURES = {
        "io.tollgate.apikey..", "io.tollgate.seller..", "io.tollgate.customer..", "io.tollgate.page..",
                "io.tollgate.checkoutpage..", "io.tollgate.form..", "io.tollgate.event..",
        "io.tollgate.product..", "io.tollgate.coupon..", "io.tollgate.taxrate..", "io.tollgate.file..",
                "io.tollgate.payment..", "io.tollgate.booking..", "io.tollgate.ticket..",
        "io.tollgate.subscription..", "io.tollgate.invoice..", "io.tollgate.submission.."
    };

    private static final String[] GATEWAY = {
        "io.tollgate.http..", "io.tollgate.input..", "io.tollgate.write..", "io.tollgate.api..", "io.tollgate.server..",
    };

    /** {@code Main} is excluded: it starts the commands, which start the gateway. */
    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLE =
            slices().matching("io.tollgate.(*)..").namingSlices("$1").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_COMMANDS_AND_TESTS_DEPEND_ON_THE_COMPOSITION_ROOT = noClasses()
            .that()
            .resideOutsideOfPackages("io.tollgate", "io.tollgate.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tollgate");

    @ArchTest
    static final ArchRule ERRORS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.error..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("io.tollgate..").and(not(resideInAnyPackage("io.tollgate.error.."))));

    @ArchTest
    static final ArchRule SCHEMAS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.schema..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("io.tollgate..").and(not(resideInAnyPackage("io.tollgate.schema.."))));

    @ArchTest
    static final ArchRule DEFINITIONS_KNOW_SCHEMAS_AND_ERRORS_ONLY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.resource..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.tollgate..")
                    .and(not(resideInAnyPackage(
                            "io.tollgate.resource..", "io.tollgate.schema..", "io.tollgate.error.."))));

    @ArchTest
    static final ArchRule STORAGE_KNOWS_NEITHER_HTTP_NOR_FEATURES = noClasses()
            .that()
            .resideInAnyPackage("io.tollgate.records..", "io.tollgate.db..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(FEATURES).or(resideInAnyPackage(GATEWAY)));

    @ArchTest
    static final ArchRule RULES_KNOW_NEITHER_JSON_NOR_POSTGRES = noClasses()
            .that()
            .resideInAnyPackage("io.tollgate.catalog", "io.tollgate.cart", "io.tollgate.pricing")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "com.fasterxml.jackson.databind..",
                    "io.vertx..",
                    "io.tollgate.db..",
                    "io.tollgate.records..",
                    "io.tollgate.catalog.json..",
                    "io.tollgate.cart.input.."));

    /** Packages that read or write JSON: stored documents, requests, responses, files. */
    private static final String[] JSON_PACKAGES = {
        // Decoding and encoding.
        "io.tollgate.catalog.json",
        "io.tollgate.cart.input",
        "io.tollgate.schema",
        "io.tollgate.resource",
        "io.tollgate.records..",
        "io.tollgate.audit",
        "io.tollgate.config",
        "io.tollgate.pdf",
        "io.tollgate.guide",
        // HTTP.
        "io.tollgate.http",
        "io.tollgate.api",
        "io.tollgate.input",
        "io.tollgate.write",
        "io.tollgate.openapi",
        "io.tollgate.processor.simulator",
        // Features that change stored documents.
        "io.tollgate.checkoutpage",
        "io.tollgate.coupon",
        "io.tollgate.customer",
        "io.tollgate.event",
        "io.tollgate.file",
        "io.tollgate.form",
        "io.tollgate.funnel",
        "io.tollgate.invoice",
        "io.tollgate.notification",
        "io.tollgate.order",
        "io.tollgate.page",
        "io.tollgate.product",
        "io.tollgate.seller",
        "io.tollgate.subscription",
        "io.tollgate.taxrate",
        "io.tollgate.ticket",
        // Tools that create and check documents.
        "io.tollgate.tools.."
    };

    /** In all other packages, only these classes decode and encode. */
    private static final DescribedPredicate<JavaClass> CODECS = simpleNameEndingWith("Writer")
            .or(simpleNameEndingWith("Encoder"))
            .or(simpleName("CatalogReader"))
            .or(simpleName("BuyerCustomer"))
            .or(simpleName("BookingRequest"))
            .or(simpleName("BookingWrite"))
            .or(simpleName("QuoteRoutes"))
            .or(simpleName("QuoteAnswer"));

    @ArchTest
    static final ArchRule JSON_IS_DECODED_AT_THE_EDGE = noClasses()
            .that(not(resideInAnyPackage(JSON_PACKAGES)).and(not(CODECS)))
            .should()
            .dependOnClassesThat(assignableTo(JsonNode.class));

    @ArchTest
    static final ArchRule HTTP_KNOWS_NO_FEATURE =
            noClasses().that().resideInAnyPackage(GATEWAY).should().dependOnClassesThat(resideInAnyPackage(FEATURES));

    @ArchTest
    static final ArchRule FAILURES_OF_THE_DATABASE_ARE_TOLD_BY_STATE_ALONE = noClasses()
            .should()
            .callMethod(io.vertx.pgclient.PgException.class, "getConstraint")
            .orShould()
            .callMethod(io.vertx.pgclient.PgException.class, "getTable")
            .orShould()
            .callMethod(org.postgresql.util.ServerErrorMessage.class, "getConstraint");

    @ArchTest
    static final ArchRule VALUES_ARE_FINAL = classes()
            .that()
            .resideInAnyPackage("io.tollgate.resource..", "io.tollgate.schema..")
            .and()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .and()
            .doNotHaveSimpleName("package-info")
            .should()
            .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL);

    /** One name for each concept: a reader who searches for a class finds one. */
    @ArchTest
    static void class_names_are_unique(JavaClasses classes) {
        Map<String, List<String>> packages = classes.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
        packages.values().removeIf(names -> names.size() == 1);
        assertThat(packages).isEmpty();
    }
}
