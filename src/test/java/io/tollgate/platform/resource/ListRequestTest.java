package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.ListRequest.SearchInput;
import io.tollgate.platform.resource.Resource.Modes;
import io.tollgate.platform.resource.Search.Shape;
import io.tollgate.platform.schema.Field;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListRequestTest {
    private static final String ID = "65f0c0ffee0123456789abcd";
    private static final Search.Rule CODES = Search.equalTo(Shape.EIGHT_DIGITS, "code");
    private static final Search.Rule REST = Search.contains(Shape.ANYTHING, "name");
    private static final Resource THINGS = Resource.at("/v1/things")
            .modes(Modes.LIVE_AND_TEST)
            .fields(Field.text("name"), Field.text("code"), Field.id("pageId"), Field.oneOf("status", "new", "old"))
            .counted("status")
            .indexed("pageId")
            .createdBounds()
            .search(CODES, REST)
            .build();
    private static final Resource BARE =
            Resource.at("/v1/bare").modes(Modes.OF_THE_KEY).build();

    /** Parameters written as {@code name=value}. */
    private static List<Map.Entry<String, String>> query(String... parameters) {
        return Arrays.stream(parameters)
                .map(each -> each.split("=", 2))
                .map(pair -> Map.entry(pair[0], pair[1]))
                .toList();
    }

    private static ListRequest parse(String... parameters) {
        return ListRequest.parse(THINGS, query(parameters));
    }

    private static List<Problem> problems(String... parameters) {
        return catchThrowableOfType(ApiError.class, () -> parse(parameters)).problems();
    }

    @Test
    void nothing_asked_is_the_first_page_of_usual_length() {
        assertThat(parse()).isEqualTo(new ListRequest(THINGS, 20, null, false, Map.of(), null, null, null, null));
    }

    @Test
    void everything_asked_is_read() {
        ListRequest read = parse(
                "limit=100",
                "starting_after=65F0C0FFEE0123456789ABCD",
                "search=Anna",
                "pageId=" + ID,
                "status=old",
                "createdAfter=2026-01-01T00:00:00Z",
                "createdBefore=2026-02-01T00:00:00Z",
                "livemode=false");
        assertThat(read)
                .isEqualTo(new ListRequest(
                        THINGS,
                        100,
                        ID,
                        false,
                        Map.of(THINGS.filters().get(0), "old", THINGS.filters().get(1), ID),
                        OffsetDateTime.parse("2026-01-01T00:00:00Z"),
                        OffsetDateTime.parse("2026-02-01T00:00:00Z"),
                        new SearchInput("anna", REST),
                        false));
        assertThat(read.filters().keySet()).containsExactlyElementsOf(THINGS.filters());
        assertThat(parse("search=12345678").search()).isEqualTo(new SearchInput("12345678", CODES));
    }

    @Test
    void a_page_may_end_before_a_record() {
        ListRequest read = parse("ending_before=" + ID);
        assertThat(read.backwards()).isTrue();
        assertThat(read.cursor()).isEqualTo(ID);
        assertThat(problems("starting_after=" + ID, "ending_before=" + ID))
                .containsExactly(new Problem("ending_before", "cannot be used together with starting_after", null));
    }

    @Test
    void a_walk_goes_on_after_a_record() {
        assertThat(ListRequest.first(THINGS))
                .isEqualTo(new ListRequest(THINGS, 100, null, false, Map.of(), null, null, null, null));
        ListRequest asked = parse("ending_before=" + "0".repeat(24), "limit=3", "status=new", "livemode=true");
        assertThat(asked.after(ID))
                .isEqualTo(new ListRequest(THINGS, 3, ID, false, asked.filters(), null, null, null, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "00", "01", "101", "999", "1000", "4294967297", "+5", "-1", " 5", "5 ", "1e1", "٥", "x"})
    void a_limit_is_a_plain_number_from_1_to_100(String limit) {
        assertThat(problems("limit=" + limit))
                .containsExactly(new Problem("limit", "must be an integer from 1 to 100", limit));
        assertThat(parse("limit=1").limit()).isEqualTo(1);
        assertThat(parse("limit=99").limit()).isEqualTo(99);
    }

    @Test
    void every_problem_is_told_in_the_order_sent() {
        assertThat(problems("statu=old", "status=", "livemode=maybe", "limit=5", "limit=6", "search=\t", "pageId=x"))
                .containsExactly(
                        new Problem("statu", "unknown parameter, did you mean status?", "old"),
                        new Problem("status", "must not be empty", ""),
                        new Problem("livemode", "must be true or false", "maybe"),
                        new Problem("limit", "must not be repeated", "6"),
                        new Problem("search", "must not be blank", "\t"),
                        new Problem("pageId", "must be a 24-character hexadecimal id", "x"));
        assertThat(problems("search=" + "x".repeat(201)))
                .extracting(Problem::message)
                .containsExactly("must be 1 to 200 characters long");
    }

    @ParameterizedTest
    @CsvSource({
        "eventId, pageId",
        "event, pageId",
        "form_id, pageId",
        "email, search",
        "from, createdAfter",
        "since, createdAfter",
        "created[gte], createdAfter",
        "to, createdBefore",
        "date, createdAfter or createdBefore",
        "cursor, starting_after",
        "After, starting_after",
        "before, ending_before",
        "page, limit or starting_after",
        "offset, limit or starting_after",
        "per_page, limit",
        "page-size, limit",
        "stat, status"
    })
    void a_name_of_another_api_is_refused_with_the_name_used_here(String sent, String meant) {
        assertThat(problems(sent + "=1"))
                .containsExactly(new Problem(sent, "unknown parameter, did you mean " + meant + "?", "1"));
    }

    @Test
    void a_synonym_is_suggested_only_where_the_list_takes_it() {
        ApiError refusal =
                catchThrowableOfType(ApiError.class, () -> ListRequest.parse(BARE, query("eventId=1", "page=1")));
        assertThat(refusal.problems())
                .extracting(Problem::message)
                .containsExactly("unknown parameter", "unknown parameter, did you mean limit or starting_after?");
    }

    @Test
    void a_list_takes_what_its_definition_says() {
        assertThat(ListRequest.allowed(THINGS))
                .containsExactly(
                        "limit",
                        "starting_after",
                        "ending_before",
                        "search",
                        "status",
                        "pageId",
                        "createdAfter",
                        "createdBefore",
                        "livemode");
        assertThat(ListRequest.allowed(BARE)).containsExactly("limit", "starting_after", "ending_before");
    }

    @Test
    void a_get_takes_at_most_the_mode() {
        assertThat(ListRequest.livemode(THINGS, query())).isNull();
        assertThat(ListRequest.livemode(THINGS, query("livemode=true"))).isTrue();
        assertThat(ListRequest.livemode(THINGS, query("livemode=false"))).isFalse();
        for (String parameter : List.of("livemode=true", "limit=5")) {
            ApiError refusal = catchThrowableOfType(ApiError.class, () -> ListRequest.livemode(BARE, query(parameter)));
            assertThat(refusal.status()).isEqualTo(400);
            assertThat(refusal.problems()).extracting(Problem::message).containsExactly("unknown parameter");
        }
        assertThat(catchThrowableOfType(ApiError.class, () -> ListRequest.livemode(THINGS, query("limit=5"))))
                .isNotNull();
    }
}
