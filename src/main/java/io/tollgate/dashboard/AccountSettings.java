package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.AccountSettingsView.Group;
import io.tollgate.dashboard.ActionView.Input;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The settings of the account: who the seller is, how pages look, and what pages do. */
record AccountSettings(DashboardApi api, FormGuard guard, Confirmation confirmation) {
    private static final String TARGET = "/v1/account";
    private static final String ADDRESS = "address";
    private static final String LOGO = "logoFileId";
    private static final String IMAGES = "/v1/files?purpose=image&limit=100";

    /** The settings in the order of the page. */
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    private static final List<Choice> COUNTRIES = Stream.of(Locale.getISOCountries())
            .map(code -> new Choice(
                    code, new Locale.Builder().setRegion(code).build().getDisplayCountry(Locale.ENGLISH)))
            .sorted(Comparator.comparing(Choice::label))
            .toList();

    static final List<Choice> ZONES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone ->
                    zone.matches("(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.*|UTC"))
            .sorted()
            .map(zone -> new Choice(zone, zone.replace('_', ' ')))
            .toList();

    static {
        GROUPS.put("Business", List.of("displayName", "email", ADDRESS, "taxId"));
        GROUPS.put("Look", List.of(LOGO, "accentColor"));
        GROUPS.put("Language and time", List.of("locale", "timezone"));
        GROUPS.put(
                "Pages",
                List.of(
                        "customersCanCancelSubscriptions",
                        "saveCustomerContactDetails",
                        "sendReminderEmails",
                        "testKeysChangeLive"));
    }

    private static final String VERSION = "version";
    private static final String CHANGED =
            "Somebody else has changed the account meanwhile. Your input is kept: save again to replace those changes.";

    /**
     * What the page shows besides what was typed.
     *
     * @param version of the account
     */
    private record Read(DashboardRequest open, ObjectNode account, String version, List<Choice> images) {}

    private Future<Read> read(DashboardRequest open) {
        Future<DashboardApi.Reply> account = api.read(open, TARGET);
        Future<List<Choice>> images = open.mayWithAll("files:read")
                ? api.get(open, IMAGES).map(AccountSettings::images)
                : Future.succeededFuture(List.of());
        return Future.all(account, images)
                .map(read -> new Read(
                        open, flat(account.result().body()), account.result().version(), images.result()));
    }

    private static List<Choice> images(ObjectNode answer) {
        List<Choice> images = new ArrayList<>();
        answer.path("data")
                .forEach(file -> images.add(
                        new Choice(file.path("id").asText(), file.path("name").asText())));
        return images;
    }

    /** Returns the account with the members of its objects beside the others, as the form names them. */
    private static ObjectNode flat(ObjectNode account) {
        account.path(ADDRESS).properties().forEach(part -> account.set(ADDRESS + "." + part.getKey(), part.getValue()));
        account.set(LOGO, account.at("/logo/fileId"));
        return account;
    }

    private List<Field> fields() {
        return fields(GROUPS.values().stream().flatMap(List::stream).toList());
    }

    /** Returns the fields of a group, with those of the address one by one. */
    private List<Field> fields(List<String> names) {
        List<Field> writable = api.body(HttpMethod.PATCH, TARGET).fields();
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            writable.stream().filter(field -> field.name().equals(name)).forEach(field -> {
                if (field.type().kind() == Type.Kind.OBJECT) {
                    field.type().fields().forEach(part -> fields.add(part(field.name(), part)));
                } else {
                    fields.add(field);
                }
            });
        }
        return fields;
    }

    /** Returns the member of an object as a field of its own, named by its path, which may be empty. */
    private static Field part(String object, Field part) {
        return Field.of(object + "." + part.name(), part.type())
                .orNull()
                .doc(Objects.requireNonNullElse(part.doc().description(), ""));
    }

    Future<?> show(DashboardRequest open) {
        boolean done = open.ctx().request().getParam("done") != null;
        return read(open).onSuccess(read -> send(read, 200, SubmittedForm.EMPTY, Map.of(), List.of(), done));
    }

    /** Saves the settings, or shows what is wrong with them. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        open.caller().require("account:write");
        if (!confirmation.isRecent(open)) {
            confirmation.show(open, Section.ACCOUNT, open.path(Section.ACCOUNT));
            return Future.succeededFuture();
        }
        return read(open).compose(read -> {
            ActionForm body = ActionForm.read(fields(), form, true, read.account, ZoneOffset.UTC);
            if (!body.problems().isEmpty()) {
                send(read, 400, form, body.problems(), List.of(), false);
                return Future.succeededFuture();
            }
            return api.change(open, HttpMethod.PATCH, TARGET, nested(body.json()), null, form.text(VERSION))
                    .onSuccess(
                            saved -> DashboardRenderer.redirect(open.ctx(), open.path(Section.ACCOUNT) + "?done=edit"))
                    .<Void>mapEmpty()
                    .recover(failure -> refused(read, form, failure));
        });
    }

    /** Returns the body of the write: parts of the address in their object. */
    private static ObjectNode nested(ObjectNode flat) {
        ObjectNode body = flat.objectNode();
        flat.properties().forEach(field -> {
            String[] parts = field.getKey().split("\\.", 2);
            if (parts.length == 2) {
                body.withObject("/" + parts[0]).set(parts[1], field.getValue());
            } else {
                body.set(field.getKey(), field.getValue());
            }
        });
        // An address without a single part is none.
        if (body.path(ADDRESS).valueStream().allMatch(JsonNode::isNull)) {
            body.putNull(ADDRESS);
        }
        return body;
    }

    private Future<Void> refused(Read read, SubmittedForm form, Throwable failure) {
        if (!(failure instanceof ApiError error) || (error.status() != 400 && error.status() != 412)) {
            return Future.failedFuture(failure);
        }
        if (error.status() == 412) {
            send(read, 412, form, Map.of(), List.of(CHANGED), false);
            return Future.succeededFuture();
        }
        List<String> inputs = fields().stream().map(Field::name).toList();
        FormProblems problems = FormProblems.of(error, inputs);
        send(read, 400, form, problems.byParameter(), problems.general(), false);
        return Future.succeededFuture();
    }

    private void send(
            Read read,
            int status,
            SubmittedForm form,
            Map<String, String> byInput,
            List<String> general,
            boolean done) {
        List<Group> groups = new ArrayList<>();
        GROUPS.forEach((label, names) -> groups.add(new Group(
                label,
                ActionForm.inputs(fields(names), form, byInput, true, read.account, List.of(), ZoneOffset.UTC).stream()
                        .map(input -> withChoices(input, read.images))
                        .toList())));
        DashboardRequest open = read.open;
        DashboardRenderer.send(
                open.ctx(),
                status,
                "settings",
                new AccountSettingsView(
                        Frame.of(open, guard, Section.ACCOUNT, Section.ACCOUNT.label()),
                        open.path(Section.ACCOUNT),
                        open.live() && open.may("account:write"),
                        done,
                        read.version,
                        groups,
                        general));
    }

    /** Lets members choose what they would have to know. A value that is no choice becomes one. */
    private static Input withChoices(Input input, List<Choice> images) {
        List<Choice> known = switch (input.name()) {
            case "address.country" -> COUNTRIES;
            case "timezone" -> ZONES;
            case LOGO -> images;
            default -> List.of();
        };
        if (known.isEmpty()) {
            return input;
        }
        return new Input(
                input.name(),
                input.label(),
                input.hint(),
                "select",
                input.value(),
                input.required(),
                Choice.with(known, input.value()),
                input.problem());
    }
}
