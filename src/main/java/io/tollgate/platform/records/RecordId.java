package io.tollgate.platform.records;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/** Reads the id of a stored record without parsing the rest of it. */
public final class RecordId {
    private static final JsonFactory FACTORY = new JsonFactory();

    private RecordId() {}

    /** Returns the id of a record, which is one of its first fields. */
    public static String of(Buffer record) {
        try (JsonParser json = FACTORY.createParser(record.getBytes())) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = json.currentName().equals("id");
                json.nextToken();
                if (found) {
                    return json.getText();
                }
                json.skipChildren();
            }
            throw new IllegalStateException("a stored record has no id");
        } catch (IOException damaged) {
            // Without its cause, which callers would take for an outage.
            throw new IllegalStateException("a stored record is not JSON");
        }
    }
}
