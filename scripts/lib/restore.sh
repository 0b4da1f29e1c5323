# Backup and restore methods; sourced by scripts/drill after its functions.
# Each copies from $place to $backup, and back.

back_up_base() {
    psql -qAtX "$url" -c "SELECT pg_create_physical_replication_slot('drill')" >/dev/null
    mkdir "$backup/wal"
    # A commit is acknowledged after its WAL is written here, too.
    pg_receivewal -d "$url?application_name=drill" -D "$backup/wal" --slot=drill --synchronous --no-password \
        >"$place/receivewal.log" 2>&1 &
    pids+=($!)
    psql -qAtX "$url" -c "ALTER SYSTEM SET synchronous_standby_names = 'drill'" -c "SELECT pg_reload_conf()" >/dev/null
    pg_basebackup -d "$url" -D "$backup/base" --checkpoint=fast --wal-method=none --no-password 2>>"$place/postgres.log"
}
restore_base() {
    cp -a "$backup/base" "$place/postgres"
    # The WAL segment that was being written at the end.
    local partial
    for partial in "$backup"/wal/*.partial; do
        [ ! -f "$partial" ] || mv "$partial" "${partial%.partial}"
    done
    printf "restore_command = 'cp %s/wal/%%f %%p'\nsynchronous_standby_names = ''\n" "$backup" \
        >>"$place/postgres/postgresql.auto.conf"
    touch "$place/postgres/recovery.signal"
    start_postgres "$place/postgres"
}
back_up_dump() {
    pg_dump -d "$url" --format=custom --file="$backup/dump"
}
restore_dump() {
    make_postgres "$place/postgres" drill "$place/password" --locale=C.UTF-8 >"$place/initdb.log"
    start_postgres "$place/postgres"
    # A dump does not contain roles.
    psql -qAtX "$url" -c "CREATE ROLE tollgate_writer NOLOGIN" -c "GRANT tollgate_writer TO drill" >/dev/null
    pg_restore -d "$url" --jobs=2 --exit-on-error "$backup/dump"
}
back_up_embedded() {
    kill "$tollgate_pid"
    wait "$tollgate_pid" || true
    cp -a "$place/data" "$backup/data"
}
restore_embedded() {
    cp -a "$backup/data" "$place/data"
}
