package io.tollgate.platform.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.event.ReportedChanges;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes stored records of one resource as values. A value has the fields that a feature reads or changes.
 * All other fields of the record stay as they are.
 *
 * @param <T> the value
 */
public abstract class RecordCodec<T> {
    private final Resource resource;

    protected RecordCodec(Resource resource) {
        this.resource = resource;
    }

    /** Returns the value of a record. */
    protected abstract T decode(ObjectNode record);

    /** Writes the fields in which two values of the record differ. */
    protected abstract void encode(ObjectNode record, T former, T next);

    /**
     * A record that the transaction has locked.
     *
     * @param <T> its value
     */
    public static final class LockedRecord<T> {
        private final Stored stored;
        private final T value;

        private LockedRecord(Stored stored, T value) {
            this.stored = stored;
            this.value = value;
        }

        public T value() {
            return value;
        }
    }

    /** Returns the value of a record as the database has it. */
    public final T decode(String json) {
        return decode(StoredJson.parse(json));
    }

    /** Returns the value of a record as the database has it. */
    public final T decode(Buffer json) {
        return decode(StoredJson.parse(json));
    }

    /** Returns the value of a record that another codec has encoded. */
    public final T read(ObjectNode record) {
        return decode(record);
    }

    /** Locks a record as {@link WriteContext#lock(Scope, Resource, String)} does. */
    public final Future<LockedRecord<T>> lock(WriteContext write, String id) {
        return write.lock(write.scope(), resource, id).map(this::locked);
    }

    /** Locks a record as {@link WriteContext#lockNow} does. */
    public final Future<LockedRecord<T>> lockNow(WriteContext write, String id) {
        return write.lockNow(write.scope(), resource, id).map(this::locked);
    }

    /** Locks a record outside the write of a request, whatever the request expects. */
    public final Future<LockedRecord<T>> lock(SqlConnection transaction, Scope scope, String id) {
        return Records.lock(transaction, scope, resource, id).map(this::locked);
    }

    /** Locks all records with this value in an indexed column, in the order of their ids. */
    public final Future<List<LockedRecord<T>>> lockAll(WriteContext write, String column, String value) {
        return Records.lockAll(write.transaction(), write.scope(), resource, column, value)
                .map(all -> all.stream().map(this::locked).toList());
    }

    private LockedRecord<T> locked(Stored stored) {
        return new LockedRecord<>(stored, decode(stored.record()));
    }

    /** Updates a record and its {@code updatedAt} and returns its bytes. Does nothing if it is unchanged. */
    public final Future<Buffer> update(WriteContext write, LockedRecord<T> former, T next) {
        return write.update(write.scope(), resource, former.stored, encoded(former, next));
    }

    /** Updates a record for an earlier request of this author, with its audit entry and its events. */
    public final Future<Void> update(
            SqlConnection transaction, AuditLog.Author author, TestClock.Reading time, LockedRecord<T> former, T next) {
        ObjectNode before = former.stored.record();
        ObjectNode record = encoded(former, next).put("updatedAt", Times.text(time.now()));
        ReportedChanges reported = new ReportedChanges(AuditTrail.actor(author), time.real());
        Stored rendered = Stored.rendered(resource, record);
        Runnable unused = reported.add(author.scope(), time.now(), resource, before, record, rendered::bytes);
        return Future.all(
                        Records.update(transaction, author.scope(), resource, before, rendered),
                        AuditLog.append(
                                transaction,
                                author,
                                Ids.next(time.real()),
                                time.real(),
                                record.path("id").asText(),
                                Changes.between(resource.fields(), before, record)),
                        reported.append(transaction))
                .mapEmpty();
    }

    /** Returns whether a value differs from the record. */
    public final boolean isChange(LockedRecord<T> former, T next) {
        return !Changes.none(resource.fields(), former.stored.record(), encoded(former, next));
    }

    /** Inserts a record with its audit entry and returns its bytes. */
    protected final Future<Buffer> insert(WriteContext write, ObjectNode record) {
        return write.insert(write.scope(), resource, record);
    }

    /** Replaces all fields of a record and returns its bytes. */
    protected final Future<Buffer> replace(WriteContext write, LockedRecord<T> former, ObjectNode record) {
        return write.update(write.scope(), resource, former.stored, record);
    }

    /** Returns the record of a locked value, for callers that read other fields of it. */
    protected final ObjectNode record(LockedRecord<T> locked) {
        return locked.stored.record();
    }

    private ObjectNode encoded(LockedRecord<T> former, T next) {
        ObjectNode record = former.stored.record().deepCopy();
        encode(record, former.value, next);
        return record;
    }

    /** Returns a text; null if the record has none. */
    protected static @Nullable String text(JsonNode record, String name) {
        return record.path(name).textValue();
    }

    /** Returns a text; null if the record has none, or an empty one. */
    protected static @Nullable String nonEmpty(JsonNode record, String name) {
        String text = text(record, name);
        return text == null || text.isEmpty() ? null : text;
    }

    /** Returns a time; null if the record has none. */
    protected static @Nullable Instant time(JsonNode record, String name) {
        String text = text(record, name);
        return text == null ? null : Instant.parse(text);
    }

    protected static void put(ObjectNode record, String name, @Nullable String former, @Nullable String next) {
        if (!Objects.equals(former, next)) {
            record.put(name, next);
        }
    }

    protected static void put(ObjectNode record, String name, @Nullable Instant former, @Nullable Instant next) {
        if (!Objects.equals(former, next)) {
            record.put(name, Times.textOrNull(next));
        }
    }

    protected static void put(ObjectNode record, String name, boolean former, boolean next) {
        if (former != next) {
            record.put(name, next);
        }
    }

    protected static void put(ObjectNode record, String name, long former, long next) {
        if (former != next) {
            record.put(name, next);
        }
    }
}
