package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Where a record leads: to what the member can do with it, and to what belongs to it. */
final class RecordLinks {
    /** Follows the path of a customer: everything that is stored about it. */
    static final String DATA = "/data.zip";

    private RecordLinks() {}

    /** @param path of the page of the record */
    static List<Frame.Link> actions(RecordList list, ObjectNode record, DashboardRequest open, String path) {
        List<Frame.Link> links = new ArrayList<>();
        if (TemplatesPage.has(list)) {
            if (open.may(list.writeScope())) {
                links.add(new Frame.Link("Edit", path + EditorPage.PATH, false));
            }
            links.add(new Frame.Link("Share", path + SharePage.PATH, false));
        }
        for (Action action : Action.of(list, record, open)) {
            links.add(new Frame.Link(action.label(), path + "/" + action.path(), false));
        }
        if (list == RecordList.CUSTOMERS) {
            if (open.mayWithAll("customers:export")) {
                links.add(new Frame.Link("Export all data", path + DATA, false));
            }
            if (open.mayWithAll(ErasurePage.SCOPE)) {
                links.add(new Frame.Link("Erase personal data", path + ErasurePage.BELOW, false));
            }
        }
        return links;
    }

    /** Sends everything that is stored about a customer. */
    static Future<?> sendData(DashboardApi api, DashboardRequest open) {
        open.caller().require("customers:export");
        api.send(open, RecordList.CUSTOMERS.path() + "/" + RecordPage.id(open) + "/export", null);
        return Future.succeededFuture();
    }

    /** @param path of the page of the record */
    static List<Frame.Link> related(RecordList list, ObjectNode record, DashboardRequest open, String path) {
        List<Frame.Link> links = new ArrayList<>();
        if (list == RecordList.WEBHOOKS) {
            links.add(new Frame.Link("Deliveries", path + DeliveriesPage.BELOW, false));
        }
        if (list == RecordList.MEMBERS) {
            links.add(new Frame.Link("Sessions", path + SessionList.BELOW, false));
        }
        for (RecordList.Related related : list.related()) {
            Section section = related.list().section();
            if (section.isOpenTo(open)) {
                String value = URLEncoder.encode(record.path(related.from()).asText(), StandardCharsets.UTF_8);
                links.add(new Frame.Link(
                        section.label(), open.path(section) + "?" + related.filter() + "=" + value, false));
            }
        }
        return links;
    }
}
