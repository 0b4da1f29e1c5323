package io.tollgate.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
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
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The permitted dependencies between packages. */
@AnalyzeClasses(packages = "io.tollgate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] FEATURES = {
        "io.tollgate.accounts.apikey..",
        "io.tollgate.accounts.member..",
        "io.tollgate.accounts.seller..",
        "io.tollgate.accounts.customer..",
        "io.tollgate.catalog.page..",
        "io.tollgate.catalog.checkoutpage..",
        "io.tollgate.catalog.form..",
        "io.tollgate.catalog.event..",
        "io.tollgate.catalog.product..",
        "io.tollgate.catalog.coupon..",
        "io.tollgate.catalog.taxrate..",
        "io.tollgate.catalog.file..",
        "io.tollgate.sales.payment..",
        "io.tollgate.sales.booking..",
        "io.tollgate.sales.ticket..",
        "io.tollgate.sales.subscription..",
        "io.tollgate.sales.invoice..",
        "io.tollgate.sales.submission.."
    };

    private static final String[] GATEWAY = {
        "io.tollgate.platform.http..",
        "io.tollgate.platform.input..",
        "io.tollgate.platform.write..",
        "io.tollgate.platform.api..",
        "io.tollgate.platform.server..",
    };

    /** A package of a room, or a room that has none. */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        private static final Set<String> ROOMS =
                Set.of("app", "storefront", "sales", "catalog", "accounts", "platform");

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String[] path = type.getPackageName().split("\\.");
            if (path.length < 3) {
                return SliceIdentifier.ignore();
            }
            boolean nested = path.length > 3 && ROOMS.contains(path[2]);
            return SliceIdentifier.of(nested ? path[2] + "." + path[3] : path[2]);
        }

        @Override
        public String getDescription() {
            return "packages of rooms";
        }
    };

    /** {@code Main} is excluded: it starts the commands, which start the gateway. */
    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLE =
            slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

    /** The rooms, each with those that it may use. */
    @ArchTest
    static final ArchRule ROOMS_USE_LOWER_ROOMS = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("io.tollgate..")
            .layer("main")
            .definedBy("io.tollgate")
            .layer("app")
            .definedBy("io.tollgate.app..")
            .layer("simulator")
            .definedBy("io.tollgate.simulator..")
            .layer("tools")
            .definedBy("io.tollgate.tools..")
            .layer("storefront")
            .definedBy("io.tollgate.storefront..")
            .layer("dashboard")
            .definedBy("io.tollgate.dashboard..", "io.tollgate.storefront.templates.dashboard..")
            .layer("sales")
            .definedBy("io.tollgate.sales..")
            .layer("catalog")
            .definedBy("io.tollgate.catalog..")
            .layer("accounts")
            .definedBy("io.tollgate.accounts..")
            .layer("processor")
            .definedBy("io.tollgate.processor..")
            .layer("pdf")
            .definedBy("io.tollgate.pdf..")
            .layer("pricing")
            .definedBy("io.tollgate.pricing..")
            .layer("platform")
            .definedBy("io.tollgate.platform..")
            .whereLayer("app")
            .mayOnlyBeAccessedByLayers("main")
            .whereLayer("simulator")
            .mayOnlyBeAccessedByLayers("app")
            .whereLayer("tools")
            .mayOnlyBeAccessedByLayers("app")
            .whereLayer("dashboard")
            .mayOnlyBeAccessedByLayers("app")
            .whereLayer("storefront")
            .mayOnlyBeAccessedByLayers("app", "tools")
            .whereLayer("sales")
            .mayOnlyBeAccessedByLayers("app", "tools", "storefront", "dashboard")
            .whereLayer("catalog")
            .mayOnlyBeAccessedByLayers("app", "tools", "storefront", "dashboard", "sales")
            .whereLayer("accounts")
            .mayOnlyBeAccessedByLayers("app", "tools", "storefront", "dashboard", "sales", "catalog")
            .whereLayer("processor")
            .mayOnlyBeAccessedByLayers("app", "tools", "simulator", "storefront", "sales", "catalog", "accounts")
            .whereLayer("pdf")
            .mayOnlyBeAccessedByLayers("app", "tools", "storefront", "dashboard", "sales", "catalog", "accounts");

    @ArchTest
    static final ArchRule ERRORS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.platform.error..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("io.tollgate..").and(not(resideInAnyPackage("io.tollgate.platform.error.."))));

    @ArchTest
    static final ArchRule SCHEMAS_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.platform.schema..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("io.tollgate..").and(not(resideInAnyPackage("io.tollgate.platform.schema.."))));

    @ArchTest
    static final ArchRule DEFINITIONS_KNOW_SCHEMAS_AND_ERRORS_ONLY = noClasses()
            .that()
            .resideInAPackage("io.tollgate.platform.resource..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.tollgate..")
                    .and(not(resideInAnyPackage(
                            "io.tollgate.platform.resource..",
                            "io.tollgate.platform.schema..",
                            "io.tollgate.platform.error.."))));

    @ArchTest
    static final ArchRule STORAGE_KNOWS_NEITHER_HTTP_NOR_FEATURES = noClasses()
            .that()
            .resideInAnyPackage("io.tollgate.platform.records..", "io.tollgate.platform.db..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(FEATURES).or(resideInAnyPackage(GATEWAY)));

    @ArchTest
    static final ArchRule RULES_KNOW_NEITHER_JSON_NOR_POSTGRES = noClasses()
            .that()
            .resideInAnyPackage("io.tollgate.catalog.model", "io.tollgate.sales.cart", "io.tollgate.pricing")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "com.fasterxml.jackson.databind..",
                    "io.vertx..",
                    "io.tollgate.platform.db..",
                    "io.tollgate.platform.records..",
                    "io.tollgate.catalog.model.json..",
                    "io.tollgate.sales.cart.input.."));

    /** Packages that read or write JSON: stored documents, requests, responses, files. */
    private static final String[] JSON_PACKAGES = {
        // Decoding and encoding.
        "io.tollgate.catalog.model.json",
        "io.tollgate.sales.cart.input",
        "io.tollgate.platform.schema",
        "io.tollgate.platform.resource",
        "io.tollgate.platform.records..",
        "io.tollgate.platform.audit",
        "io.tollgate.platform.event",
        "io.tollgate.platform.requestlog",
        "io.tollgate.platform.config",
        "io.tollgate.pdf",
        "io.tollgate.platform.export",
        "io.tollgate.platform.guide",
        "io.tollgate.platform.mcp",
        // HTTP.
        "io.tollgate.platform.http",
        "io.tollgate.platform.api",
        "io.tollgate.platform.input",
        "io.tollgate.platform.write",
        "io.tollgate.platform.openapi",
        "io.tollgate.simulator",
        // Features that change stored documents.
        "io.tollgate.catalog.checkoutpage",
        "io.tollgate.catalog.coupon",
        "io.tollgate.sales.erasure",
        "io.tollgate.accounts.customer",
        "io.tollgate.accounts.member",
        "io.tollgate.catalog.event",
        "io.tollgate.catalog.file",
        "io.tollgate.catalog.form",
        "io.tollgate.sales.funnel",
        "io.tollgate.sales.invoice",
        "io.tollgate.storefront.mails",
        "io.tollgate.catalog.page",
        "io.tollgate.catalog.product",
        "io.tollgate.accounts.seller",
        "io.tollgate.catalog.taxrate",
        "io.tollgate.sales.ticket",
        "io.tollgate.platform.webhook",
        // A client of the API.
        "io.tollgate.dashboard",
        // Tools that create and check documents.
        "io.tollgate.tools.."
    };

    /** In all other packages, only these classes decode and encode. */
    private static final DescribedPredicate<JavaClass> CODECS = simpleNameEndingWith("Codec")
            .or(simpleNameEndingWith("Writer"))
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
            .resideInAnyPackage("io.tollgate.platform.resource..", "io.tollgate.platform.schema..")
            .and()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .and()
            .doNotHaveSimpleName("package-info")
            .should()
            .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL);

    /** One name for each concept: a reader who searches for a class finds one. Classes of templates are generated. */
    @ArchTest
    static void class_names_are_unique(JavaClasses classes) {
        Map<String, List<String>> packages = classes.stream()
                .filter(type ->
                        type.isTopLevelClass() && !type.getSimpleName().matches("package-info|Jte\\w+Generated"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
        packages.values().removeIf(names -> names.size() == 1);
        assertThat(packages).isEmpty();
    }
}
