package io.tollgate.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** In sales, codecs read and write JSON. Everything else works on values. */
@AnalyzeClasses(packages = "io.tollgate", importOptions = ImportOption.DoNotIncludeTests.class)
class SalesCodecsTest {
    /** The 39 classes of sales that read or write JSON by key without being codecs. The list only shrinks. */
    private static final Set<String> SALES_WITHOUT_CODEC = Set.of(
            "AnswerKeys",
            "AuditErasure",
            "BookedTickets",
            "BookingRequest",
            "BookingWriter",
            "BuyerCustomer",
            "CartKeys",
            "CatalogReader",
            "ChargeEncoder",
            "ChargeWriter",
            "CheckIn",
            "CreditNotePdf",
            "CustomerErasureTask",
            "CustomerWriter",
            "DraftRecordWriter",
            "ErasureRoutes",
            "EventErasure",
            "FunnelRunRecords",
            "FunnelTotals",
            "InvoiceParties",
            "InvoicePdf",
            "InvoicePdfRoutes",
            "InvoiceRegeneration",
            "InvoiceWriter",
            "MemberEncoder",
            "Metadata",
            "PaymentWriter",
            "PriceEncoder",
            "QuoteAnswer",
            "RecordErasure",
            "RequestErasure",
            "ScannedTicket",
            "SubmissionWriter",
            "SubscriptionPaymentWriter",
            "SubscriptionWriter",
            "TaxAddressKeys",
            "TicketPdf",
            "TicketPdfContent",
            "TicketPdfPicture",
            "TicketPdfRoutes",
            "TicketPdfSource",
            "TicketRoutes",
            "TicketWriter",
            "Validation");

    @ArchTest
    static void sales_decode_and_encode_in_codecs(JavaClasses classes) {
        Set<String> known = classes.stream()
                .filter(type -> resideInAnyPackage("io.tollgate.sales..").test(type))
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency -> dependency.getTargetClass().isAssignableTo(JsonNode.class)))
                .map(type -> type.getFullName().substring(type.getPackageName().length() + 1))
                .map(name -> name.split("\\$", 2)[0])
                .filter(name -> !name.endsWith("Codec"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(known).containsExactlyInAnyOrderElementsOf(SALES_WITHOUT_CODEC);
    }
}
