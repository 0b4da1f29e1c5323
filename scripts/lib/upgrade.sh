# Replaces an older program with a newer one under load; sourced by scripts/drill after its functions.
# Expects the older one at $api as $tollgate_pid, on the Postgres at $url. $new_jar is the newer program.

phase_seconds=10
# The time in which a load balancer detects that an instance is not ready.
notice_seconds=1

# Each argument is a name and an address. Sends further requests to them in turn.
traffic_to() {
    printf '%s\n' "$@" >"$place/serving.next"
    mv "$place/serving.next" "$place/serving"
}

# $1: name of the client; $2: name and address of an instance; $3: expected status; $4: path; the rest: options of curl.
# Sends the request once, without retries.
ask() {
    local status
    : >"$place/body.$1"
    status=$(curl -s -m 10 -o "$place/body.$1" -w '%{http_code}' -H "Authorization: Bearer $key" "${@:5}" \
        "${2#* }$4") || true
    echo "${2%% *} $status" >>"$place/calls/$1"
    [ "$status" = "$3" ] ||
        echo "the ${2%% *} instance returned $status for $4: $(head -c 300 "$place/body.$1")" >>"$place/failures"
}

# $1: name of the client; $2: name and address of an instance; $3: idempotency key and name of a form.
ask_to_write() {
    ask "$1" "$2" 201 /v1/forms -H "Content-Type: application/json" -H "Idempotency-Key: $3" -D "$place/head.$1" \
        -d "{\"name\":\"$3\"}"
}

# $1: a name. Until $place/enough exists: writes to one instance, reads the record from the next, and lists.
call_on() {
    local number=0 at id
    while [ ! -f "$place/enough" ]; do
        mapfile -t at <"$place/serving"
        number=$((number + 1))
        ask_to_write "$1" "${at[number % ${#at[@]}]}" "Upgrade $1 $number"
        id=$(sed -n 's/^{"data":{"id":"\([0-9a-f]\{24\}\)".*/\1/p' "$place/body.$1")
        if [ -n "$id" ]; then
            echo "$id" >>"$place/acknowledged/$1"
            ask "$1" "${at[(number + 1) % ${#at[@]}]}" 200 "/v1/forms/$id"
        fi
        ask "$1" "${at[number % ${#at[@]}]}" 200 "/v1/payments?status=paid&limit=5"
    done
}

# Prints the number of requests that an instance received.
requests_to() {
    cat "$place"/calls/* | grep -c "^$1 " || true
}

schema_steps() {
    psql -qAtX "$url" -c "SELECT count(*) FROM flyway_schema_history WHERE success"
}

start_newer() {
    port=$(free_port)
    management_port=$((port + 1))
    api=http://127.0.0.1:$port
    jar=$new_jar
    where=(--data "$place/data-new" --config "$place/etc/gateway.json" --database-url "$url")
    start_tollgate
}

stop_older() {
    local ended=0
    kill "$1"
    wait "$1" || ended=$?
    # 143 is the exit status of Java after a signal.
    [ "$ended" = 0 ] || [ "$ended" = 143 ] || fail "the old instance exited with $ended"
}

drill_upgrade() {
    local older="old $api" older_pid=$tollgate_pid callers=() each steps lost
    steps=$(schema_steps)
    mkdir "$place/calls"
    : >"$place/failures"
    traffic_to "$older"
    ask_to_write first "$older" "Before the upgrade"
    cp "$place/body.first" "$place/answer"
    for each in 1 2 3; do call_on "$each" & callers+=($!); done
    pids+=("${callers[@]}")
    sleep "$phase_seconds"
    step "the old instance serves with $steps migrations: $(requests_to old) requests"

    start_newer
    step "the new instance runs with $(schema_steps) migrations: $(requests_to old) requests to the old one"
    traffic_to "$older" "new $api"
    sleep "$phase_seconds"
    step "both serve: $(requests_to old) and $(requests_to new) requests"
    traffic_to "new $api"
    sleep "$notice_seconds"
    stop_older "$older_pid"
    step "the old instance has exited: $(requests_to old) and $(requests_to new) requests"
    sleep "$phase_seconds"
    touch "$place/enough"
    for each in "${callers[@]}"; do wait "$each" || fail "a client failed"; done
    step "the new instance serves alone: $(requests_to old) and $(requests_to new) requests"

    ask_to_write first "new $api" "Before the upgrade"
    cmp -s "$place/body.first" "$place/answer" && grep -qi '^Idempotent-Replayed: true' "$place/head.first" ||
        fail "a repeated request did not return the stored response"
    if [ -s "$place/failures" ]; then
        head -n 5 "$place/failures" >&2
        fail "$(wc -l <"$place/failures") of $(cat "$place"/calls/* | wc -l) requests failed"
    fi
    cat "$place"/acknowledged/* >"$place/after"
    lost=$(missing "$place/after")
    [ "$lost" = 0 ] || fail "$lost of $(wc -l <"$place/after") acknowledged writes are missing"
    step "0 of $(cat "$place"/calls/* | wc -l) requests failed, and all $(wc -l <"$place/after") writes exist"
}
