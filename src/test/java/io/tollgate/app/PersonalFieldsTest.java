package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Fields with personal data are marked, and the security page lists them. */
class PersonalFieldsTest {
    private static final Path PAGE = Path.of("src/docs/security.md");
    private static final String BEGIN = "<!-- personal fields: written by scripts/spec -->\n";
    private static final String END = "<!-- end of personal fields -->";

    /** Names of fields that hold personal data, in any object. */
    private static final Pattern SUGGESTS = Pattern.compile(
            "(?i).*(email|phone|userAgent|clientIp|ipAddress|sessionId|visitId|queryParameters|taxId|note|metadata"
                    + "|comment|birth|last4|poNumber)"
                    + "|line[12]|city|postalCode|answers?|meta|companyName|processorCustomerId"
                    + "|(customer|attendee|buyer|first|last|full|recipient)Name|(canceled)?reason");

    /**
     * Fields whose names suggest personal data of buyers, but whose values are codes of Tollgate or the processor, or
     * about a program of the seller.
     */
    private static final Set<String> CODES = Set.of(
            "Funnel run reason",
            "Refunds disputes[].reason",
            "Payment lastRefundReason",
            "Request log entry userAgent",
            "API key last4",
            "API key lastUserAgent",
            "ApiKeyCreated last4",
            "ApiKeyCreated lastUserAgent");

    /** A field with its path, whether it holds personal data, and whether only because of an object around it. */
    private record Declared(String path, Field field, boolean personal, boolean inherited) {}

    private static List<Declared> declared(List<Field> fields) {
        List<Declared> all = new ArrayList<>();
        collect("", fields, false, all);
        return all;
    }

    private static void collect(String prefix, List<Field> fields, boolean holder, List<Declared> all) {
        for (Field field : fields) {
            boolean personal = holder || field.isPersonal();
            all.add(new Declared(prefix + field.name(), field, personal, holder));
            Type type = field.type();
            if (type.item() != null) {
                collect(prefix + field.name() + "[].", type.item().fields(), personal, all);
            }
            collect(prefix + field.name() + ".", type.fields(), personal, all);
        }
    }

    /** Returns whether a field or one within it is personal. */
    static boolean holdsPersonal(List<Field> fields) {
        return declared(fields).stream().anyMatch(Declared::personal);
    }

    private static boolean isFree(Type type) {
        return switch (type.kind()) {
            case TEXT, LINE, PROSE, EMAIL, URL, CODE, TEXT_OR_OBJECT, MAP, ANY -> true;
            case LIST -> isFree(type.element());
            default -> false;
        };
    }

    /** Returns the paths of fields that are not marked, although their names or types suggest personal data. */
    private static List<String> unmarked(String schema, List<Field> fields) {
        return declared(fields).stream()
                .filter(one -> !one.personal() && isFree(one.field().type()))
                .filter(one -> one.field().type().kind() == Type.Kind.EMAIL
                        || SUGGESTS.matcher(one.field().name()).matches())
                .map(one -> schema + " " + one.path())
                .filter(path -> !CODES.contains(path))
                .toList();
    }

    /** The fields of every record. */
    private static Map<String, List<Field>> records() {
        Map<String, List<Field>> records = new LinkedHashMap<>();
        TestEndpoints.resources().forEach(resource -> records.put(resource.noun(), resource.fields()));
        return records;
    }

    /** The fields of every record, other response and body. */
    private static Map<String, List<Field>> schemas() {
        Map<String, List<Field>> schemas = records();
        for (Endpoint endpoint : TestEndpoints.all()) {
            schemas.putIfAbsent(endpoint.resource().noun(), endpoint.resource().fields());
            Endpoint.Schema other = endpoint.other();
            if (other != null) {
                schemas.putIfAbsent(other.name(), other.fields());
            }
            Endpoint.Writing writing = endpoint.writing();
            if (writing != null && writing.body().hasFields()) {
                schemas.putIfAbsent(writing.body().name(), writing.body().fields());
            }
        }
        return schemas;
    }

    @Test
    void fields_that_suggest_personal_data_are_marked() {
        Map<String, List<Field>> schemas = schemas();
        assertThat(schemas).hasSizeGreaterThan(40);
        schemas.forEach((name, fields) -> assertThat(unmarked(name, fields)).isEmpty());
    }

    /** Control: fields are found by name and by type, at any depth, unless the field or an object is marked. */
    @Test
    void an_unmarked_field_is_noticed() {
        List<Field> fields = List.of(
                Field.text("customerEmail"),
                Field.email("contact"),
                Field.object("buyer", Field.text("phone"), Field.text("title")),
                Field.list("answers", Field.prose("note", 100)),
                Field.object("billing", Field.text("city")).personal(),
                Field.text("attendeeName").personal().writable().orNull().doc("Name."),
                Field.time("noteAt"),
                Field.text("reason"));
        assertThat(unmarked("Funnel run", fields))
                .containsExactly(
                        "Funnel run customerEmail",
                        "Funnel run contact",
                        "Funnel run buyer.phone",
                        "Funnel run answers[].note");
        assertThat(unmarked("Body", Schema.of(fields.get(5)).change())).isEmpty();
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| Record | Fields |\n|---|---|\n");
        Map<String, List<Field>> rows = records();
        TestEndpoints.all().stream()
                .map(Endpoint::other)
                .filter(Objects::nonNull)
                .forEach(other -> rows.putIfAbsent(other.name(), other.fields()));
        TestEndpoints.all()
                .forEach(endpoint -> rows.putIfAbsent(
                        endpoint.resource().noun(), endpoint.resource().fields()));
        rows.forEach((name, fields) -> {
            String personal = declared(fields).stream()
                    .filter(one -> one.personal() && !one.inherited())
                    .map(one -> "`" + one.path() + "`")
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!personal.isEmpty()) {
                table.append("| %s | %s |\n".formatted(name, personal));
            }
        });
        return table.append('\n').toString();
    }

    @Test
    void the_security_page_lists_them() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(end).isGreaterThanOrEqualTo(begin);
        if ("write".equals(System.getProperty("golden"))) {
            page = page.substring(0, begin) + table() + page.substring(end);
            Files.writeString(PAGE, page);
            end = page.indexOf(END);
        }
        assertThat(page.substring(begin, end))
                .as("security.md shows other fields; scripts/spec writes the present ones")
                .isEqualTo(table());
    }
}
